import type { Beacon, Gateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { GatewayConfig } from '@carewatch/contracts/rooms'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName } from '../access/viewer.ts'
import { seen, type Seen } from '../access/seen.ts'

const branch = { uuid: branches.uuid, name: branches.name }
const room = { uuid: rooms.uuid, name: rooms.name }
const device = { uuid: devices.uuid, name: devices.name }

export type GatewayRow = Seen<typeof gateways.$inferSelect>
export type BeaconRow = Seen<typeof beacons.$inferSelect>

/** Gateways with their place; the caller says which. */
export const selectGateways = (db: Db) =>
  db
    .select({ gateway: seen(gateways), branch, room })
    .from(gateways)
    .leftJoin(branches, eq(branches.id, gateways.branchId))
    .leftJoin(rooms, eq(rooms.id, gateways.roomId))
    .$dynamic()

/** Beacons with their place and whose they are, and the key of one that speaks in secret; the caller says which. */
export const selectBeacons = (db: Db) =>
  db
    .select({ beacon: beacons, branch, room, device, staff: nameBy(beacons.staffId) })
    .from(beacons)
    .leftJoin(branches, eq(branches.id, beacons.branchId))
    .leftJoin(rooms, eq(rooms.id, beacons.roomId))
    .leftJoin(devices, eq(devices.id, beacons.deviceId))
    .$dynamic()

/** Of what stands in the column, the settings this version knows. */
const KnownConfig = GatewayConfig.strip().catch({})

export function toGateway(row: Awaited<ReturnType<typeof selectGateways>>[number]): Gateway {
  const { gateway, branch, room } = row
  return {
    ...gateway,
    macAddress: gateway.mac,
    isUnplaced: gateway.isActive && gateway.roomId === null && gateway.lastMessageAt !== null,
    branch,
    room,
    config: KnownConfig.parse(gateway.config),
    configState: {
      revision: gateway.configRevision,
      requestedAt: gateway.configRequestedAt,
      sentAt: gateway.configSentAt,
      reportedAt: gateway.configReportedAt,
    },
  }
}

export function toBeacon(row: Awaited<ReturnType<typeof selectBeacons>>[number]): Beacon {
  const { beacon, branch, room, device, staff } = row
  const all = {
    ...beacon,
    macAddress: beacon.mac,
    hasBindKey: beacon.bindKey !== null,
    hasIdentityKey: beacon.identityKey !== null,
    branch,
    room,
    device,
  }
  if (!staff) return { ...all, staff: null }
  // When whoever carries it was near a gateway is nobody's to know.
  return { ...all, staff: { uuid: staff.uuid, name: fullName(staff) }, lastSeenAt: null, rssi: null }
}
