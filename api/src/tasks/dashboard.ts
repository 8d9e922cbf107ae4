import { monitoringTypes, type MonitoringType } from '@carewatch/contracts/alarms'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { taskDashboard, TaskFigures } from '@carewatch/contracts/http/task-dashboard'
import { alertGroups, type TaskStatus, taskStatuses } from '@carewatch/contracts/tasks'
import type { Db } from '@carewatch/migrations/client'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { and, inArray, lt, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleTasks } from '../access/visible.ts'
import { knownZone } from '../http/zone.ts'
import { type Window, windowOf } from './window.ts'

/** How many tasks are alike in every way that is shown. */
type Alike = TaskFigures & { day: string; status: TaskStatus; monitoringType: MonitoringType }
type Day = { day: string; resolved: number }

const dayOf = (column: typeof tasks.createdAt | typeof tasks.doneAt, zone: string) =>
  sql`to_char(${column} at time zone ${zone}, 'YYYY-MM-DD')`

/** Everything about those made in the window, in one pass. */
const countAlike = (db: Db, viewer: Viewer, { from, to, zone }: Window) =>
  db.execute<Alike>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, status, "monitoringType", total, unassigned, "systemCreated" from (
      select date_trunc('day', ${tasks.createdAt} at time zone ${zone}) as day, ${tasks.status} as status,
        ${tasks.monitoringType} as "monitoringType", count(*)::int as total,
        count(*) filter (where ${tasks.assignedToId} is null)::int as unassigned,
        count(*) filter (where ${tasks.createdById} is null)::int as "systemCreated"
      from ${tasks} where ${tasks.createdAt} >= ${from.toISOString()} and ${tasks.createdAt} < ${to.toISOString()}
        and ${visibleTasks(viewer)}
      group by 1, 2, 3) alike`)

const countResolved = (db: Db, viewer: Viewer, { from, to, zone }: Window) =>
  db.execute<Day>(sql`
    with days as (
      select to_char(day, 'YYYY-MM-DD') as day from generate_series(
        date_trunc('day', ${from.toISOString()}::timestamptz at time zone ${zone}),
        (${to.toISOString()}::timestamptz - interval '1 ms') at time zone ${zone}, interval '1 day') as day)
    select day, coalesce(resolved, 0)::int as resolved from days left join (
      select ${dayOf(tasks.doneAt, zone)} as day, count(*) as resolved from ${tasks}
      where ${tasks.doneAt} >= ${from.toISOString()} and ${tasks.doneAt} < ${to.toISOString()} and ${visibleTasks(viewer)}
      group by 1) done using (day)
    order by day`)

const countOverdue = (db: Db, viewer: Viewer) =>
  db.$count(
    tasks,
    and(inArray(tasks.status, ['OPEN', 'IN_PROGRESS']), lt(tasks.dueAt, new Date()), visibleTasks(viewer)),
  )

function sum(alike: readonly Alike[]): TaskFigures {
  const of = (field: keyof TaskFigures) => alike.reduce((total, row) => total + row[field], 0)
  return { total: of('total'), unassigned: of('unassigned'), systemCreated: of('systemCreated') }
}

/** The figures of the task dashboard, for the viewer's scope and days. */
export async function readTaskDashboard(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof taskDashboard>,
): Promise<Reply<typeof taskDashboard>> {
  const window = await windowOf(db, query, knownZone(viewer.timeZone))
  const [alike, days, overdue] = await Promise.all([
    countAlike(db, viewer, window),
    countResolved(db, viewer, window),
    countOverdue(db, viewer),
  ])
  const where = (isIt: (row: Alike) => boolean) => sum(alike.filter(isIt))
  const ofStatus = (status: TaskStatus) => where((row) => row.status === status)
  const ofTypes = (types: readonly MonitoringType[]) => where((row) => types.includes(row.monitoringType))
  return {
    from: window.from,
    to: window.to,
    ...sum(alike),
    done: ofStatus('DONE').total,
    inProgress: ofStatus('IN_PROGRESS').total,
    open: ofStatus('OPEN').total,
    deferred: ofStatus('DEFERRED').total,
    overdue,
    types: {
      sosAndAlarms: ofTypes(alertGroups.SOS_AND_ALARMS).total,
      vitals: ofTypes(alertGroups.VITALS).total,
      geofence: ofTypes(alertGroups.GEOFENCE).total,
    },
    byStatus: taskStatuses.map((status) => ({ status, ...ofStatus(status) })),
    byMonitoringType: monitoringTypes.map((type) => ({ monitoringType: type, ...ofTypes([type]) })),
    days: days.map(({ day, resolved }) => ({
      day,
      resolved,
      generated: where((row) => row.day === day).total,
    })),
  }
}
