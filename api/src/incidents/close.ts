import type { Cause } from '@carewatch/contracts/alarms'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Caller } from '../access/viewer.ts'
import { bothOf, type Changed, NOTHING } from '../alarms/acknowledge.ts'
import { inOneAnswer } from '../alarms/answering.ts'
import { endAlarm } from '../alarms/close.ts'
import { lockIncident } from '../alarms/of-incident.ts'
import type { Services } from '../services.ts'
import type { VisibleIncident } from './visible-incident.ts'

type Ending = {
  rows: VisibleIncident
  cause?: Cause | undefined
  note?: string | undefined
  /** Those that whoever ends it was shown; left out: all. */
  alarms?: readonly string[] | undefined
}

/** Ends what is open of it, with one cause; of an outage itself alone: what is silent still is told by itself. What opened meanwhile, or since the page was drawn, nobody has read: it rings. */
export async function closeIncident(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { rows, cause, note, alarms: shown }: Ending,
): Promise<Changed> {
  const read = rows.filter(({ alarm }) => alarm.closedAt === null && (!shown || shown.includes(alarm.uuid)))
  const outages = read.filter(({ alarm }) => alarm.kind === 'OUTAGE')
  const open = outages.length > 0 ? outages : read
  if (!cause && open.some(({ alarm }) => alarm.latched)) throw new Refusal('conflict', 'causeRequired')
  const changed = await inOneAnswer(db, async (tx) => {
    await lockIncident(tx, rows[0].alarm)
    let all = NOTHING
    for (const { alarm } of open) {
      const ended = await endAlarm(tx, caller, { alarmId: alarm.id, action: 'closed', cause, note })
      all = bothOf(all, ended ?? NOTHING)
    }
    return all
  })
  if (changed.notificationIds.length === 0) throw new Refusal('conflict', 'alarmClosed')
  return changed
}
