import type { Room } from '@carewatch/contracts/http/gateways-and-beacons'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { branches } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { eq, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBeacons, visibleGateways } from '../access/visible.ts'

/** Rooms with their branch and how much the viewer sees standing in them; the caller says which. */
export const selectRooms = (db: Db, viewer: Viewer) =>
  db
    .select({
      room: rooms,
      branch: branches,
      gateways: sql<number>`(select count(*)::int from ${gateways}
        where ${gateways.roomId} = ${rooms.id} and ${visibleGateways(viewer)})`,
      beacons: sql<number>`(select count(*)::int from ${beacons}
        where ${beacons.roomId} = ${rooms.id} and ${visibleBeacons(viewer)})`,
    })
    .from(rooms)
    .innerJoin(branches, eq(branches.id, rooms.branchId))
    .$dynamic()

type RoomRow = Awaited<ReturnType<typeof selectRooms>>[number]

export const toRoom = ({ room, branch, ...counts }: RoomRow): Room => ({
  ...room,
  branch: { uuid: branch.uuid, name: branch.name },
  roomStatuses: branch.roomStatuses,
  ...counts,
})

/** A room just changed, as its call answers it. */
export async function changedRoom(db: Db, viewer: Viewer, id: number): Promise<{ room: Room }> {
  const [row] = await selectRooms(db, viewer).where(eq(rooms.id, id))
  if (!row) throw new Refusal('notFound')
  return { room: toRoom(row) }
}
