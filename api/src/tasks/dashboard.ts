import { monitoringTypes, type MonitoringType } from '@carewatch/contracts/alarms'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { taskDashboard, TaskFigures } from '@carewatch/contracts/http/task-dashboard'
import { alertGroups, type TaskStatus, taskStatuses } from '@carewatch/contracts/tasks'
import type { Db } from '@carewatch/platform/database/client'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleTasks } from '../access/visible-lives.ts'
import { knownZone } from '../http/zone.ts'
import { type Window, windowOf } from './window.ts'

/** How many tasks are alike in every way that is shown; days are numbered from 1. */
type Alike = TaskFigures & { day: number; status: TaskStatus; monitoringType: MonitoringType }
type Resolved = { day: number; total: number }

/** Which day it was, by where the days begin: much cheaper than asking the time zone of each task. */
const dayOf = (column: typeof tasks.createdAt | typeof tasks.doneAt, { days }: Window): SQL =>
  sql`width_bucket(${column}, ${`{${days.map(({ start }) => `"${start}"`).join()}}`}::timestamptz[])`

const isWithin = (column: typeof tasks.createdAt | typeof tasks.doneAt, { from, to }: Window): SQL =>
  sql`${column} >= ${from.toISOString()} and ${column} < ${to.toISOString()}`

/** Everything about those made in the window, in one pass. */
const countAlike = (db: Db, viewer: Viewer, window: Window) =>
  db.execute<Alike>(sql`
    select ${dayOf(tasks.createdAt, window)} as day, ${tasks.status} as status,
      ${tasks.monitoringType} as "monitoringType", count(*)::int as total,
      count(*) filter (where ${tasks.assignedToId} is null)::int as unassigned,
      count(*) filter (where ${tasks.createdById} is null)::int as "systemCreated"
    from ${tasks} where ${isWithin(tasks.createdAt, window)} and ${visibleTasks(viewer)}
    group by 1, 2, 3`)

const countResolved = (db: Db, viewer: Viewer, window: Window) =>
  db.execute<Resolved>(sql`
    select ${dayOf(tasks.doneAt, window)} as day, count(*)::int as total from ${tasks}
    where ${isWithin(tasks.doneAt, window)} and ${visibleTasks(viewer)} group by 1`)

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
  const [{ rows: alike }, { rows: resolved }, overdue] = await Promise.all([
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
    days: window.days.map(({ day }, index) => ({
      day,
      generated: where((row) => row.day === index + 1).total,
      resolved: resolved.find((row) => row.day === index + 1)?.total ?? 0,
    })),
  }
}
