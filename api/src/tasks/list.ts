import type { allTasks } from '@carewatch/contracts/http/tasks'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { alertGroups, openStatuses } from '@carewatch/contracts/tasks'
import type { Db } from '@carewatch/platform/database/client'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, gte, inArray, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Caller, Viewer } from '../access/viewer.ts'
import { seesEverything } from '../access/reach.ts'
import { namingWearer } from '../http/named-wearer.ts'
import { isFoundByDevice, visibleTasks, worn } from '../access/visible-lives.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import type { Paging } from '../http/paging.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains, searchText } from '../http/search.ts'
import { readableTask, selectTasks } from '../alarms/task-rows.ts'
import { taskTriage } from '../alarms/triage.ts'

/** Word for word as in the index `tasks_by_severity`. */
const severity = sql`array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], ${tasks.severity})`

const taskList: List = {
  of: tasks,
  sortable: {
    createdAt: tasks.createdAt,
    updatedAt: tasks.updatedAt,
    dueAt: tasks.dueAt,
    title: tasks.title,
    status: tasks.status,
    severity,
    deviceName: { value: sql`${tasks}.device_name`, isLacking: true },
  },
  usual: 'triage',
  triage: taskTriage,
}

type Asked = Input<typeof allTasks>
type Kinds = Pick<Asked['query'], 'status' | 'alertType' | 'alertGroup' | 'monitoringType'>

const idOf = (uuid: string): SQL => sql`(select ${users.id} from ${users} where ${users.uuid} = ${uuid})`

export function kindFilters({ status, alertType, alertGroup, monitoringType }: Kinds): SQL | undefined {
  return and(
    status && eq(tasks.status, status),
    alertType && eq(tasks.alertType, alertType),
    alertGroup && inArray(tasks.monitoringType, alertGroups[alertGroup]),
    monitoringType && eq(tasks.monitoringType, monitoringType),
  )
}

function filters({ params, query }: Asked): SQL | undefined {
  const { assignedTo, unassigned, open, createdBefore } = query
  return and(
    params.time.getTime() === 0 ? undefined : gte(tasks.createdAt, params.time),
    createdBefore ? lt(tasks.createdAt, new Date(createdBefore)) : undefined,
    assignedTo ? eq(tasks.assignedToId, idOf(assignedTo)) : undefined,
    unassigned === undefined ? undefined : (unassigned ? isNull : isNotNull)(tasks.assignedToId),
    open === undefined ? undefined : (open ? inArray : notInArray)(tasks.status, [...openStatuses]),
    kindFilters(query),
  )
}

/** Who reads it, and in which language. */
export type Reader = Viewer & Pick<Caller, 'language'>

type Which = { query: Paging; which: SQL | undefined }

/** By the task's title, the words of its device, where that is named to the viewer, and the name of whom it is about. */
async function foundTasks(db: Db, viewer: Viewer, typed: string): Promise<SQL | undefined> {
  const isOwn = or(contains(sql`lower(${tasks.title})`, typed), isFoundByDevice(viewer, worn.tasks))
  return or(and(contains(searchText(tasks), typed), isOwn), await namingWearer(db, tasks.wearerId, typed))
}

/** Those of these tasks that are in the viewer's scope, a page of them. */
export async function listTasksWhere(
  db: Db,
  viewer: Reader,
  { query, which }: Which,
): Promise<Reply<typeof allTasks>> {
  const where = and(visibleTasks(viewer), which)
  const manyWhere = and(visibleTasks(viewer, 'many'), which)
  const found = query.search ? await foundTasks(db, viewer, query.search) : undefined
  const isAll = seesEverything(viewer) && which === undefined
  const { ids, total } = await pickPage(db, taskList, { query, where, manyWhere, found, isAll })
  const rows = await selectTasks(db, viewer).where(isAmong(tasks.id, ids))
  const now = new Date()
  const { language } = viewer
  return {
    tasks: inOrder(ids, rows, ({ task }) => task.id).map((row) => readableTask(row, { now, language })),
    total,
  }
}

export async function listTasks(db: Db, viewer: Reader, asked: Asked): Promise<Reply<typeof allTasks>> {
  const { query } = asked
  const wearer = query.wearer ? await getVisibleWearer(db, viewer, query.wearer) : undefined
  const which = and(filters(asked), wearer && eq(tasks.wearerId, wearer.id))
  return listTasksWhere(db, viewer, { query, which })
}
