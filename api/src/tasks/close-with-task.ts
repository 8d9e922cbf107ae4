import { alarms } from '@carewatch/migrations/schema/alarms'
import { eq } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { acknowledgeIn, bothOf, type Changed, NOTHING } from '../alarms/acknowledge.ts'
import { endAlarm } from '../alarms/close.ts'
import { lockIncident, takenWith } from '../alarms/of-incident.ts'
import type { Tx } from '../alarms/steps.ts'

type Incident = Parameters<typeof takenWith>[0]

/** First the alarms of the incident, then the task, as whoever answers alarms takes them: so that the two never wait for each other. */
export async function lockIncidentOf(tx: Tx, alarmId: number): Promise<Incident | undefined> {
  const { id, incidentId, kind, severity } = alarms
  const [alarm] = await tx
    .select({ id, incidentId, kind, severity })
    .from(alarms)
    .where(eq(alarms.id, alarmId))
  if (alarm) await lockIncident(tx, alarm)
  return alarm
}

type Done = { alarm: Incident; outcome: string | undefined }

/** An SOS or a fall never clears by itself: whoever finishes its task closes it, with what came of it, and is at what else of its incident is no graver. */
export async function closeWithTask(tx: Tx, caller: Caller, { alarm, outcome }: Done): Promise<Changed> {
  const onlyIf = eq(alarms.latched, true)
  const closing = { alarmId: alarm.id, action: 'closed', cause: 'OTHER', note: outcome, onlyIf } as const
  const closed = await endAlarm(tx, caller, closing)
  return closed ? bothOf(closed, await acknowledgeIn(tx, caller, takenWith(alarm))) : NOTHING
}
