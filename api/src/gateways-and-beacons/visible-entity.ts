import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBeacons, visibleGateways, visibleRooms } from '../access/visible.ts'
import type { BeaconRow, GatewayRow } from './entity-rows.ts'
import { seen } from '../access/seen.ts'

/** The room, if the viewer may see it; else it does not exist. */
export async function getVisibleRoom(db: Db, viewer: Viewer, uuid: string) {
  const [room] = await db
    .select()
    .from(rooms)
    .where(and(eq(rooms.uuid, uuid), visibleRooms(viewer)))
  if (!room) throw new Refusal('notFound')
  return room
}

export type Entity = { type: 'GATEWAY'; row: GatewayRow } | { type: 'BEACON'; row: BeaconRow }

/** The gateway or beacon, if the viewer may see it, held until the transaction ends: of two who change it at once, the second sees what the first did. */
export async function lockEntity(tx: Db, viewer: Viewer, uuid: string): Promise<Entity> {
  const [gateway] = await tx
    .select(seen(gateways))
    .from(gateways)
    .where(and(eq(gateways.uuid, uuid), visibleGateways(viewer)))
    .for('update')
  if (gateway) return { type: 'GATEWAY', row: gateway }
  const [beacon] = await tx
    .select(seen(beacons))
    .from(beacons)
    .where(and(eq(beacons.uuid, uuid), visibleBeacons(viewer)))
    .for('update')
  if (beacon) return { type: 'BEACON', row: beacon }
  throw new Refusal('notFound')
}

export async function lockGateway(tx: Db, viewer: Viewer, uuid: string): Promise<GatewayRow> {
  const { type, row } = await lockEntity(tx, viewer, uuid)
  if (type === 'BEACON') throw new Refusal('notFound')
  return row
}
