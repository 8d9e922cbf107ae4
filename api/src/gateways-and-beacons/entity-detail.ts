import type { entityDetail } from '@carewatch/contracts/http/gateways-and-beacons'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBeacons, visibleGateways, visibleRooms } from '../access/visible.ts'
import { selectBeacons, selectGateways, toBeacon, toGateway } from './entity-rows.ts'
import { selectRooms, toRoom } from '../rooms/room-rows.ts'

async function readGateway(db: Db, viewer: Viewer, which: SQL) {
  const [row] = await selectGateways(db).where(and(which, visibleGateways(viewer)))
  return row && { gateway: toGateway(row), beacon: null }
}

async function readBeacon(db: Db, viewer: Viewer, which: SQL) {
  const [row] = await selectBeacons(db).where(and(which, visibleBeacons(viewer)))
  return row && { gateway: null, beacon: toBeacon(row) }
}

/** A row just changed, as its call answers it. */
export async function readEntity(db: Db, viewer: Viewer, uuid: string) {
  const read =
    (await readGateway(db, viewer, eq(gateways.uuid, uuid))) ??
    (await readBeacon(db, viewer, eq(beacons.uuid, uuid)))
  if (!read) throw new Refusal('notFound')
  return read
}

/** The gateway or beacon of a MAC address, and the room it is in where the viewer sees that too. */
export async function getEntityDetail(
  db: Db,
  viewer: Viewer,
  mac: string,
): Promise<Reply<typeof entityDetail>> {
  const read =
    (await readGateway(db, viewer, eq(gateways.mac, mac))) ??
    (await readBeacon(db, viewer, eq(beacons.mac, mac)))
  if (!read) throw new Refusal('notFound')
  const roomUuid = (read.gateway ?? read.beacon)?.room?.uuid
  if (roomUuid === undefined) return { ...read, room: null }
  const [room] = await selectRooms(db, viewer).where(and(eq(rooms.uuid, roomUuid), visibleRooms(viewer)))
  return { ...read, room: room ? toRoom(room) : null }
}
