import type { Language } from '@carewatch/contracts/languages'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import type { Task } from '@carewatch/contracts/tasks'
import { liveTopic } from '@carewatch/contracts/topics'
import type { Db } from '@carewatch/platform/database/client'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName } from '../access/viewer.ts'
import type { Who } from '../access/reach.ts'
import { isNamed, worn } from '../access/visible-lives.ts'
import { wearerOf } from '../access/wearer-summary.ts'
import type { LiveFeed } from '../live/live-feed.ts'

/** Tasks with their device, alarm and people; the caller says which. Without a reader for the live lane, which hides from each screen what is not for it. */
export const selectTasks = (db: Db, reader?: Who) =>
  db
    .select({
      task: tasks,
      device: { uuid: devices.uuid, imei: devices.imei, name: devices.name },
      companyUuid: companies.uuid,
      branchUuid: branches.uuid,
      wearerUuid: wearers.uuid,
      wearer: wearerOf(tasks),
      alarmUuid: alarms.uuid,
      alarm: {
        kind: alarms.kind,
        direction: alarms.direction,
        metric: alarms.metric,
        value: alarms.value,
        usual: alarms.usual,
        byNight: alarms.byNight,
        late: alarms.late,
        isRehearsal: alarms.rehearsal,
      },
      creator: nameBy(tasks.createdById),
      assignee: nameBy(tasks.assignedToId),
    })
    .from(tasks)
    .leftJoin(devices, and(eq(devices.id, tasks.deviceId), reader && isNamed(reader, worn.tasks)))
    .leftJoin(companies, eq(companies.id, tasks.companyId))
    .leftJoin(wearers, eq(wearers.id, tasks.wearerId))
    .leftJoin(branches, eq(branches.id, tasks.branchId))
    .leftJoin(alarms, eq(alarms.id, tasks.alarmId))
    .$dynamic()

export type TaskRow = Awaited<ReturnType<typeof selectTasks>>[number]

export function toTask(row: TaskRow, now: Date): Task {
  const { task, device, branchUuid, wearerUuid, alarmUuid, creator, assignee } = row
  const isWaiting = task.status === 'OPEN' || task.status === 'IN_PROGRESS'
  return {
    uuid: task.uuid,
    id: task.id,
    title: task.title,
    status: task.status,
    monitoringType: task.monitoringType,
    alertType: task.alertType,
    severity: task.severity,
    outcome: task.outcome,
    reason: task.reason,
    deferredUntil: task.deferredUntil,
    dueAt: task.dueAt,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
    deviceUuid: device?.uuid ?? null,
    deviceIMEI: device?.imei ?? null,
    deviceName: device?.name ?? null,
    branchUuid,
    alarmUuid,
    wearerUuid,
    wearer: row.wearer,
    createdBy: creator ? fullName(creator) : 'SYSTEM',
    assignedTo: assignee?.uuid ?? null,
    assigneeName: assignee && fullName(assignee),
    isUnAssigned: task.assignedToId === null,
    isDone: task.status === 'DONE',
    isOverdue: isWaiting && task.dueAt < now,
  }
}

type Reading = { now: Date; language: Language }

/** In the language of whoever reads it: what an alarm made is called as the alarm is; what a person made, as they wrote it. */
export function readableTask(row: TaskRow, { now, language }: Reading): Task {
  const task = toTask(row, now)
  return row.alarm ? { ...task, title: alarmMessage(language, row.alarm) } : task
}

/** Tells the other screens, after the commit. */
export const publishTask = (feed: LiveFeed, row: TaskRow, now: Date): void =>
  feed.publish(liveTopic.task(row.companyUuid ?? 'none'), { type: 'task', task: toTask(row, now) })
