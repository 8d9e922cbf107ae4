import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, alarms, notifications, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { isAmong } from '../http/among.ts'

type Which = { deviceId: number; note: string }

async function closeAlarms(tx: Db, { id: userId }: Caller, { deviceId, note }: Which): Promise<number> {
  const now = new Date()
  const open = await tx
    .select({ id: alarms.id })
    .from(alarms)
    .where(and(eq(alarms.deviceId, deviceId), isNull(alarms.closedAt)))
    .orderBy(asc(alarms.id))
    .for('no key update')
  const closed = await tx
    .update(alarms)
    .set({ active: false, clearedAt: now, closedAt: now, closedById: userId, cause: 'OTHER' })
    .where(
      isAmong(
        alarms.id,
        open.map(({ id }) => id),
      ),
    )
    .returning({ id: alarms.id })
  const steps = closed.map(({ id: alarmId }) => ({ alarmId, userId, step: 'CLOSED' as const, note }))
  if (steps.length > 0) await tx.insert(alarmHistory).values(steps)
  await tx
    .update(notifications)
    .set({ acknowledgedAt: now, acknowledgedById: userId })
    .where(and(eq(notifications.deviceId, deviceId), isNull(notifications.acknowledgedAt)))
  return closed.length
}

async function finishTasks(tx: Db, { id: userId }: Caller, { deviceId, note }: Which): Promise<void> {
  const now = new Date()
  const done = await tx
    .update(tasks)
    .set({ status: 'DONE', doneAt: now, outcome: note, updatedAt: now })
    .where(and(eq(tasks.deviceId, deviceId), ne(tasks.status, 'DONE')))
    .returning({ id: tasks.id })
  const steps = done.map(({ id: taskId }) => ({ taskId, userId, change: { status: 'DONE', outcome: note } }))
  if (steps.length > 0) await tx.insert(taskHistory).values(steps)
}

/** What is open of a device that nobody wears any more would stay open for ever, or be counted as the next wearer's. Answers how many alarms it closed. */
export async function closeOpen(tx: Db, caller: Caller, which: Which): Promise<number> {
  const closed = await closeAlarms(tx, caller, which)
  await finishTasks(tx, caller, which)
  return closed
}
