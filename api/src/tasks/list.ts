import type { allTasks } from '@carewatch/contracts/http/tasks'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/migrations/client'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, count, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleTasks } from '../access/visible.ts'
import { containing, pageOf, sortBy } from '../http/paging.ts'
import { assignees, selectTasks, toTask } from './task-rows.ts'

const severity = sql`array_position(array['LOW','MEDIUM','HIGH','CRITICAL'], ${tasks.severity})`

const sortable = {
  createdAt: tasks.createdAt,
  updatedAt: tasks.updatedAt,
  dueAt: tasks.dueAt,
  title: tasks.title,
  status: tasks.status,
  severity,
  deviceName: devices.name,
}

type Asked = Input<typeof allTasks>

function filters({ params, query }: Asked) {
  const { status, alertType, monitoringType, assignedTo, unassigned, createdBefore } = query
  return and(
    gte(tasks.createdAt, params.time),
    createdBefore ? lt(tasks.createdAt, new Date(createdBefore)) : undefined,
    status && eq(tasks.status, status),
    alertType && eq(tasks.alertType, alertType),
    monitoringType && eq(tasks.monitoringType, monitoringType),
    assignedTo ? eq(assignees.uuid, assignedTo) : undefined,
    unassigned === undefined ? undefined : (unassigned ? isNull : isNotNull)(tasks.assignedToId),
  )
}

export async function listTasks(db: Db, viewer: Viewer, asked: Asked): Promise<Reply<typeof allTasks>> {
  const { query } = asked
  const where = and(
    visibleTasks(viewer),
    filters(asked),
    containing(query.search, [tasks.title, devices.name, devices.imei]),
  )
  const [rows, [counted]] = await Promise.all([
    selectTasks(db)
      .where(where)
      .orderBy(sortBy(query.sort, sortable, desc(tasks.createdAt)), desc(tasks.id))
      .limit(query.size)
      .offset(pageOf(query).offset),
    db
      .select({ total: count() })
      .from(tasks)
      .leftJoin(devices, eq(devices.id, tasks.deviceId))
      .leftJoin(assignees, eq(assignees.id, tasks.assignedToId))
      .where(where),
  ])
  const now = new Date()
  return { tasks: rows.map((row) => toTask(row, now)), total: counted?.total ?? 0 }
}
