import { Refusal } from '@carewatch/contracts/refusal'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { publishChanged } from '../alarms/publish-changed.ts'
import type { Tx } from '../alarms/steps.ts'
import type { Services } from '../services.ts'
import { endRoomAlarms } from '../alarms/end-room-alarms.ts'
import { lockRoom } from './lock-room.ts'

async function refuseUnlessEmpty(tx: Tx, roomId: number): Promise<void> {
  const standing =
    (await tx.$count(gateways, and(eq(gateways.roomId, roomId), isNull(gateways.deletedAt)))) +
    (await tx.$count(beacons, and(eq(beacons.roomId, roomId), isNull(beacons.deletedAt))))
  if (standing > 0) throw new Refusal('conflict', 'hasEntities')
}

/** The row stays for the history that names it; what is still open in it is over. */
export async function deleteRoom(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  caller: Caller,
  uuid: string,
): Promise<null> {
  const changed = await services.db.transaction(async (tx) => {
    const { room, branch } = await lockRoom(tx, caller, uuid)
    await refuseUnlessEmpty(tx, room.id)
    const now = new Date()
    await tx.update(rooms).set({ deletedAt: now, updatedAt: now }).where(eq(rooms.id, room.id))
    const which = eq(alarms.roomId, room.id)
    const ended = await endRoomAlarms(tx, caller, { which, cause: 'OTHER', note: 'room deleted' })
    const detail = { alarmsClosed: ended.roomIds.length }
    const { companyId } = branch
    await audit(tx, caller, { action: 'deleted', entity: 'room', uuid, companyId, detail })
    return ended.changed
  })
  await publishChanged(services, changed, 'closed')
  return null
}
