import { MAX_ROOM_CHECKS, type roomCheckLogs as contract } from '@carewatch/contracts/http/interactions'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { roomCheckLogs, rooms } from '@carewatch/migrations/schema/rooms'
import { and, desc, eq, gte } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleRooms } from '../access/visible.ts'
import { past } from '../gateways-and-beacons/since.ts'
import { nameBy } from '../access/name-of.ts'

export async function listRoomChecks(
  db: Db,
  viewer: Viewer,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const rows = await db
    .select({
      check: roomCheckLogs,
      room: { uuid: rooms.uuid, name: rooms.name },
      user: nameBy(roomCheckLogs.userId),
    })
    .from(roomCheckLogs)
    .innerJoin(rooms, eq(rooms.id, roomCheckLogs.roomId))
    .where(and(gte(roomCheckLogs.at, past(params.since)), visibleRooms(viewer)))
    .orderBy(desc(roomCheckLogs.at), desc(roomCheckLogs.id))
    .limit(MAX_ROOM_CHECKS)
  return {
    roomCheckLogs: rows.map(({ check, room, user }) => ({
      ...check,
      room,
      user: user && { uuid: user.uuid, name: fullName(user) },
    })),
  }
}
