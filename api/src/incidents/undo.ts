import { RESUME_AFTER_ACKNOWLEDGED_SECONDS } from '@carewatch/contracts/escalation'
import { UNDO_WITHIN_MS } from '@carewatch/contracts/incidents'
import { Refusal } from '@carewatch/contracts/refusal'
import { alarmHistory, alarms, deliveries, notifications } from '@carewatch/migrations/schema/alarms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { and, asc, eq, gte, inArray, isNull, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { visibleAlarms } from '../access/visible-lives.ts'
import type { Caller } from '../access/viewer.ts'
import type { Changed } from '../alarms/acknowledge.ts'
import { inOneAnswer } from '../alarms/answering.ts'
import { giveBackHeldBack, isHeldBack, outagesAmong } from '../alarms/held-back.ts'
import { lockIncident, ofIncident } from '../alarms/of-incident.ts'
import { traceAnswers, type Tx } from '../alarms/steps.ts'
import { giveBackTasksOfAlarms } from '../alarms/tasks-of-alarms.ts'
import { isAmong } from '../http/among.ts'
import type { Services } from '../services.ts'
import type { VisibleIncident } from './visible-incident.ts'

const newer = alias(alarms, 'newer')

/** As the indices of what is open have it. */
const isTheSame = sql`case
  when ${alarms.rehearsal} then (${newer.rehearsal} and ${newer.deviceId} = ${alarms.deviceId})
  when ${newer.rehearsal} or ${newer.kind} <> ${alarms.kind} or ${newer.direction} <> ${alarms.direction} then false
  when ${alarms.deviceId} is not null then (${newer.deviceId} = ${alarms.deviceId} and ${newer.wearerId} is not distinct from ${alarms.wearerId})
  when ${newer.deviceId} is not null then false
  when ${alarms.kind} = 'OUTAGE' then ${newer.branchId} = ${alarms.branchId}
  when ${alarms.beaconId} is not null then (${newer.beaconId} = ${alarms.beaconId})
  else ${newer.beaconId} is null and ${newer.gatewayId} = ${alarms.gatewayId} end`

/** Taken while it was over it was closed; where the same rings again since, that one stands for it. */
const isFree = or(
  isNull(alarms.closedAt),
  sql`not exists (select from ${alarms} ${newer} where ${newer.closedAt} is null and ${isTheSame})`,
)

const now = sql`date_trunc('milliseconds', now())`

/** The chain goes on: what fell due since is told at once. Each is held first, so that no engine that read the answer sets it aside after this. */
async function resumeChains(tx: Tx, ids: readonly number[]): Promise<void> {
  const held = isAmong(escalations.alarmId, ids)
  await tx
    .select({ id: escalations.alarmId })
    .from(escalations)
    .where(held)
    .orderBy(asc(escalations.alarmId))
    .for('update')
  const answeredUntil = sql`(select ${alarms.acknowledgedAt} + ${RESUME_AFTER_ACKNOWLEDGED_SECONDS} * interval '1 second'
    from ${alarms} where ${alarms.id} = ${escalations.alarmId})`
  await tx
    .update(escalations)
    .set({ dueAt: now, updatedAt: now })
    .where(and(held, or(isNull(escalations.dueAt), eq(escalations.dueAt, answeredUntil))))
}

/** What was kept back because somebody was on it is sent; one that is just being looked at is looked at anew, for whoever does may have read the answer. */
async function sendKeptBack(tx: Tx, ids: readonly number[]): Promise<void> {
  const takenAt = sql`(select max(${alarmHistory.at}) from ${alarmHistory}
    where ${alarmHistory.alarmId} = ${deliveries.alarmId} and ${alarmHistory.step} = 'ACKNOWLEDGED')`
  const isKeptBack = sql`(${deliveries.state} = 'SUPPRESSED' and ${deliveries.reason} in ('answered', 'over'))`
  const isLookedAt = sql`(${deliveries.state} = 'QUEUED' and ${deliveries.attempts} > 0)`
  await tx
    .update(deliveries)
    .set({
      state: 'QUEUED',
      reason: null,
      nextAt: now,
      // Another number than whoever looks at it just now has; and its tries are before it, not behind.
      attempts: sql`case when ${deliveries.state} = 'QUEUED' and ${deliveries.attempts} = 1 then 2 else 0 end`,
      updatedAt: now,
    })
    .where(
      and(isAmong(deliveries.alarmId, ids), gte(deliveries.updatedAt, takenAt), or(isKeptBack, isLookedAt)),
    )
}

type Undoing = { rows: VisibleIncident; at?: Date }

/** Who took it did not mean to, and says so at once: what they took asks for somebody exactly as before. */
export const undoIncident = (
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { rows, at = new Date() }: Undoing,
): Promise<Changed> =>
  inOneAnswer(db, async (tx) => {
    const [{ alarm }] = rows
    await lockIncident(tx, alarm)
    const theirs = await tx
      .select({ id: alarms.id })
      .from(alarms)
      .where(
        and(
          ofIncident(alarm),
          visibleAlarms(caller),
          eq(alarms.acknowledgedById, caller.id),
          gte(alarms.acknowledgedAt, new Date(at.getTime() - UNDO_WITHIN_MS)),
          isNull(alarms.closedById),
          isNull(alarms.cause),
          not(isHeldBack),
          isFree,
        ),
      )
    if (theirs.length === 0) throw new Refusal('conflict', 'undoTooLate')
    const ids = theirs.map(({ id }) => id)
    await resumeChains(tx, ids)
    await sendKeptBack(tx, ids)
    const asked = { acknowledgedAt: null, acknowledgedById: null }
    const undone = await tx
      .update(alarms)
      .set({ ...asked, closedAt: null })
      .where(inArray(alarms.id, ids))
      .returning()
    await giveBackHeldBack(tx, caller, outagesAmong(undone))
    const notified = await tx
      .update(notifications)
      .set(asked)
      .where(inArray(notifications.alarmId, ids))
      .returning({ id: notifications.id })
    await tx.insert(alarmHistory).values(
      undone.map(({ id, severity, value }) => ({
        alarmId: id,
        userId: caller.id,
        step: 'UNDONE' as const,
        severity,
        value,
      })),
    )
    await traceAnswers(tx, caller, { action: 'undone', answered: undone })
    const taskIds = await giveBackTasksOfAlarms(tx, caller, ids)
    return { notificationIds: notified.map(({ id }) => id), taskIds }
  })
