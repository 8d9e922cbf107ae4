import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, alarms, notifications, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { and, asc, eq, isNull, lt, ne, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isAmong } from '../http/among.ts'

/** Null: nobody who is known. */
type By = { id: number | null }
type Which = {
  deviceId: number
  note: string
  /** Only what is of them, or of nobody and of before: somebody else wears the device since. Left out: all of it. */
  of?: { wearerId: number; before: Date }
  /** Only what is of this house, or of none: what another has open of a former wearer is theirs to answer. */
  companyId: number | null
}

type Of = { wearerId: AnyPgColumn; companyId: AnyPgColumn }

function isTheirs({ of, companyId }: Which, rows: Of, at: AnyPgColumn): SQL | undefined {
  const isOfCompany = or(
    isNull(rows.companyId),
    companyId === null ? undefined : eq(rows.companyId, companyId),
  )
  return and(
    isOfCompany,
    of && or(eq(rows.wearerId, of.wearerId), and(isNull(rows.wearerId), lt(at, of.before))),
  )
}

async function closeAlarms(tx: Db, { id: userId }: By, which: Which): Promise<number> {
  const { deviceId, note } = which
  const now = new Date()
  const open = await tx
    .select({ id: alarms.id })
    .from(alarms)
    .where(
      and(eq(alarms.deviceId, deviceId), isNull(alarms.closedAt), isTheirs(which, alarms, alarms.openedAt)),
    )
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
    .where(
      and(
        eq(notifications.deviceId, deviceId),
        isNull(notifications.acknowledgedAt),
        isTheirs(which, notifications, notifications.createdAt),
      ),
    )
  return closed.length
}

async function finishTasks(tx: Db, { id: userId }: By, which: Which): Promise<void> {
  const { deviceId, note } = which
  const now = new Date()
  const done = await tx
    .update(tasks)
    .set({ status: 'DONE', doneAt: now, outcome: note, updatedAt: now })
    .where(
      and(eq(tasks.deviceId, deviceId), ne(tasks.status, 'DONE'), isTheirs(which, tasks, tasks.createdAt)),
    )
    .returning({ id: tasks.id })
  const steps = done.map(({ id: taskId }) => ({ taskId, userId, change: { status: 'DONE', outcome: note } }))
  if (steps.length > 0) await tx.insert(taskHistory).values(steps)
}

/** What is open of a device that nobody wears any more would stay open for ever, or be counted as the next wearer's. Answers how many alarms it closed. */
export async function closeOpen(tx: Db, by: By, which: Which): Promise<number> {
  const closed = await closeAlarms(tx, by, which)
  await finishTasks(tx, by, which)
  return closed
}
