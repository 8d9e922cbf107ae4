import type { Answer } from '@carewatch/contracts/telegram'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Changed } from '../alarms/acknowledge.ts'
import { inOneAnswer } from '../alarms/answering.ts'
import { endAlarm } from '../alarms/close.ts'
import { lockIncident, takenWith } from '../alarms/of-incident.ts'
import { publishChanged } from '../alarms/publish-changed.ts'
import { type Answering, type Tx, writeStep } from '../alarms/steps.ts'
import { completeTasksOfAlarms } from '../alarms/tasks-of-alarms.ts'
import type { Services } from '../services.ts'
import type { Answered } from './reply.ts'

type Given = { relativeId: number; alarmId: number; answer: Answer }

/** What a relative without an account answers to the text that asked them. It is written down by whom; the task stays with the staff. */
export async function answerOfRelative(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  { relativeId, alarmId, answer }: Given,
): Promise<Answered> {
  const who: Answering = { id: null, role: null, companyId: null, address: 'sms', via: 'SMS', relativeId }
  const changed = await inOneAnswer(services.db, (tx) =>
    answer === 'take'
      ? takeIncident(tx, who, alarmId)
      : endAlarm(tx, who, { alarmId, action: 'closed', cause: 'FALSE_ALARM' }),
  )
  if (!changed) return { outcome: 'over' }
  await publishChanged(services, changed, answer === 'take' ? 'acknowledged' : 'closed')
  return { outcome: answer === 'take' ? 'taken' : 'closed' }
}

/** What of the incident nobody has and is no graver than what they were asked about. Of two at once one has it: the other finds it taken, which is as good as over. */
async function takeIncident(tx: Tx, who: Answering, alarmId: number): Promise<Changed | undefined> {
  const now = new Date()
  const [asked] = await tx
    .select({ id: alarms.id, incidentId: alarms.incidentId, kind: alarms.kind, severity: alarms.severity })
    .from(alarms)
    .where(eq(alarms.id, alarmId))
  if (!asked) return undefined
  await lockIncident(tx, asked)
  const over = sql`case when ${alarms.active} or ${alarms.latched} then null else ${now.toISOString()}::timestamptz end`
  const taken = await tx
    .update(alarms)
    .set({ acknowledgedAt: now, closedAt: over })
    .where(and(takenWith(asked), isNull(alarms.acknowledgedAt), isNull(alarms.closedAt)))
    .returning()
  if (taken.length === 0) return undefined
  const ids = taken.map(({ id }) => id)
  const notified = await tx
    .update(notifications)
    .set({ acknowledgedAt: now })
    .where(and(inArray(notifications.alarmId, ids), isNull(notifications.acknowledgedAt)))
    .returning({ id: notifications.id })
  for (const alarm of taken) {
    await writeStep(tx, who, { alarm, action: 'acknowledged', step: { step: 'ACKNOWLEDGED' } })
    if (alarm.closedAt) await writeStep(tx, who, { alarm, action: 'closed', step: { step: 'CLOSED' } })
  }
  const ended = taken.filter(({ closedAt }) => closedAt).map(({ id }) => id)
  return {
    notificationIds: notified.map(({ id }) => id),
    taskIds: await completeTasksOfAlarms(tx, who, { alarmIds: ended, outcome: 'cleared' }),
  }
}
