import type { entityDetail } from '@carewatch/contracts/http/gateways-and-beacons'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleRooms } from '../access/visible.ts'
import { readEntity } from '../gateways-and-beacons/read-entity.ts'
import { selectRooms, toRoom } from './room-rows.ts'

/** The gateway or beacon of a MAC address, and the room it is in where the viewer sees that too. */
export async function getEntityDetail(
  db: Db,
  viewer: Viewer,
  mac: string,
): Promise<Reply<typeof entityDetail>> {
  const read = await readEntity(db, viewer, { mac })
  const roomUuid = (read.gateway ?? read.beacon)?.room?.uuid
  if (roomUuid === undefined) return { ...read, room: null }
  const [room] = await selectRooms(db, viewer).where(and(eq(rooms.uuid, roomUuid), visibleRooms(viewer)))
  return { ...read, room: room ? toRoom(room) : null }
}
