import type { Cause } from '@carewatch/contracts/alarms'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { visibleRoomAlarms } from '../access/visible.ts'
import { bothOf, type Changed, NOTHING } from './acknowledge.ts'
import { endAlarm } from './close.ts'
import type { Tx } from './steps.ts'

/** In which room an alarm is: its own, else that of its gateway. To be joined with `gateways`. */
export const roomIdOfAlarm = sql<number | null>`coalesce(${alarms.roomId}, ${gateways.roomId})`

type Ending = { which: SQL | undefined; cause: Cause; note?: string | undefined }
export type Ended = { changed: Changed; roomIds: (number | null)[] }

/** Ends those of these alarms of rooms that are open in the caller's scope. Of two people at once only one finds them open. */
export async function endRoomAlarms(tx: Tx, caller: Caller, { which, cause, note }: Ending): Promise<Ended> {
  const open = await tx
    .select({ id: alarms.id, roomId: roomIdOfAlarm })
    .from(alarms)
    .leftJoin(gateways, eq(gateways.id, alarms.gatewayId))
    .where(and(isNull(alarms.closedAt), visibleRoomAlarms(caller), which))
    .orderBy(asc(alarms.id))
    .for('no key update', { of: alarms })
  const ended: Ended = { changed: NOTHING, roomIds: [] }
  for (const { id, roomId } of open) {
    const changed = await endAlarm(tx, caller, { alarmId: id, action: 'closed', cause, note })
    if (!changed) continue
    ended.roomIds.push(roomId)
    ended.changed = bothOf(ended.changed, changed)
  }
  return ended
}
