import { alarms } from '@carewatch/migrations/schema/alarms'
import { eq } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { type Changed, NOTHING } from '../alarms/acknowledge.ts'
import { endAlarm } from '../alarms/close.ts'
import type { Tx } from '../alarms/steps.ts'

/** First the alarm, then its task, as whoever answers alarms takes them: so that the two never wait for each other. */
export async function lockAlarm(tx: Tx, alarmId: number): Promise<void> {
  await tx.select({ id: alarms.id }).from(alarms).where(eq(alarms.id, alarmId)).for('no key update')
}

type Done = { alarmId: number; outcome: string | undefined }

/** An SOS or a fall never clears by itself: whoever finishes its task closes it, with what came of it. */
export async function closeWithTask(tx: Tx, caller: Caller, { alarmId, outcome }: Done): Promise<Changed> {
  const onlyIf = eq(alarms.latched, true)
  const closing = { alarmId, action: 'closed', cause: 'OTHER', note: outcome, onlyIf } as const
  return (await endAlarm(tx, caller, closing)) ?? NOTHING
}
