import { CANCEL_WITHIN_MS } from '@carewatch/contracts/alarms'
import { Refusal } from '@carewatch/contracts/refusal'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import type { Changed } from './acknowledge.ts'
import type { AlarmRow } from './alarm-rows.ts'
import { inOneAnswer } from './answering.ts'
import { endAlarm } from './close.ts'

/** By the server's clock: that of a watch may be wrong. */
const isFresh = sql`${alarms.createdAt} > now() - ${CANCEL_WITHIN_MS} * interval '1 ms'`

/** It was no fall: whoever says so in time spares the others the way. */
export async function cancelAlarm(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { alarm }: AlarmRow,
): Promise<Changed> {
  if (alarm.kind !== 'FALL') throw new Refusal('conflict', 'cancelOnlyFall')
  if (alarm.closedAt) throw new Refusal('conflict', 'alarmClosed')
  const cancelling = {
    alarmId: alarm.id,
    action: 'cancelled',
    cause: 'FALSE_ALARM',
    onlyIf: isFresh,
  } as const
  const changed = await inOneAnswer(db, (tx) => endAlarm(tx, caller, cancelling))
  if (!changed) throw new Refusal('conflict', 'cancelTooLate')
  return changed
}
