import { z } from 'zod'
import { permissions } from '../permissions.ts'
import {
  BeaconLimits,
  BeaconType,
  BindKey,
  GatewayConfig,
  IBeaconText,
  IdentityKey,
  MacText,
  RssiOffset,
} from '../rooms.ts'
import { Instant, Mac, Uuid } from '../wire.ts'
import { Credentials } from './devices.ts'
import { emptyBody, endpoint, nothing, paging, Total } from './endpoint.ts'
import { Named, requiredText } from './fields.ts'

const Entity = {
  uuid: Uuid,
  name: z.string(),
  macAddress: Mac,
  branch: Named.nullable(),
  room: Named.nullable(),
  createdAt: Instant,
  /** Sent back with a change, it is refused when somebody else changed the row meanwhile. */
  updatedAt: Instant,
}

export const Gateway = z
  .object({
    ...Entity,
    model: z.string(),
    isActive: z.boolean(),
    online: z.boolean(),
    lastMessageAt: Instant.nullable(),
    rssiOffset: z.int(),
    /** It speaks, and nobody said where it stands: what it hears is in no room. */
    isUnplaced: z.boolean(),
    config: GatewayConfig,
    configState: z.object({
      revision: z.int(),
      requestedAt: Instant.nullable(),
      /** When it went down last: of some makes that is all that is ever known. */
      sentAt: Instant.nullable(),
      /** By the gateway itself: later than `requestedAt`, it has what was asked. */
      reportedAt: Instant.nullable(),
    }),
  })
  .meta({ id: 'Gateway' })
export type Gateway = z.output<typeof Gateway>

export const Beacon = z
  .object({
    ...Entity,
    ...BeaconLimits.shape,
    deviceType: BeaconType,
    /** In percent. */
    battery: z.number().nullable(),
    /** In dBm, when it was seen last. */
    rssi: z.number().nullable(),
    /** Of one whose address changes: what it calls itself. */
    ibeacon: z.string().nullable(),
    /** It speaks in secret, and its key is known. */
    hasBindKey: z.boolean(),
    /** Its address changes, and the key that explains its addresses is known. Left out by the version before. */
    hasIdentityKey: z.boolean().optional(),
    /** Whose tag it is. */
    device: Named.nullable(),
    /** Who of the staff carries it, in place of a person under care: when and how it was seen is not told of it then. Left out by the version before. */
    staff: Named.nullish(),
    lastSeenAt: Instant.nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'Beacon' })
export type Beacon = z.output<typeof Beacon>

export const Room = z
  .object({
    uuid: Uuid,
    name: z.string(),
    status: z.string().nullable(),
    branch: Named,
    /** What its status can be. */
    roomStatuses: z.array(z.string()),
    /** How many of them stand in it that you may see. */
    gateways: z.int(),
    beacons: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Room' })
export type Room = z.output<typeof Room>

export const entityTypes = ['GATEWAY', 'BEACON'] as const

const byUuid = z.object({ uuid: Uuid })
const either = z.object({ gateway: Gateway.nullable(), beacon: Beacon.nullable() })
const Name = requiredText(64)
const Model = requiredText(64)

export const allEntities = endpoint({
  method: 'GET',
  path: '/blt/entity/all',
  summary: 'Gateways and beacons in your scope: each list is searched, sorted and paged by itself',
  allow: permissions.seeRooms,
  byKey: 'rooms:read',
  query: z.strictObject({
    ...paging,
    entityType: z.enum(entityTypes).optional(),
    branchUuid: Uuid.optional(),
    roomUuid: Uuid.optional(),
  }),
  reply: z.object({
    gateways: z.array(Gateway),
    beacons: z.array(Beacon),
    /** Of both. */
    total: Total,
    totals: z.object({ gateways: Total, beacons: Total }),
  }),
})

/** Heard, and registered nowhere. */
export const UnknownBeacon = z
  .object({
    macAddress: Mac,
    /** Of one whose address changes: to be registered by this. */
    ibeacon: z.string().nullable(),
    name: z.string().nullable(),
    /** What it would be registered as, where it says so. */
    seems: BeaconType.nullable(),
    model: z.string().nullable(),
    /** In percent. */
    battery: z.number().nullable(),
    /** In dBm, by the gateway that hears it best. */
    rssi: z.number(),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
    /** Best first. */
    heardBy: z.array(
      Named.extend({ macAddress: Mac, branch: Named.nullable(), room: Named.nullable(), rssi: z.number() }),
    ),
  })
  .meta({ id: 'UnknownBeacon' })
export type UnknownBeacon = z.output<typeof UnknownBeacon>

export const unknownBeacons = endpoint({
  method: 'GET',
  path: '/blt/entity/unknown',
  summary: 'Beacons that your gateways hear and nobody has registered, the nearest first',
  allow: permissions.manageRooms,
  byKey: 'rooms:read',
  query: z.strictObject({
    page: paging.page,
    size: paging.size,
    search: paging.search,
    branchUuid: Uuid.optional(),
    gatewayUuid: Uuid.optional(),
  }),
  reply: z.object({ unknownBeacons: z.array(UnknownBeacon), total: Total }),
})

export const entityDetail = endpoint({
  method: 'GET',
  path: '/blt/entity/detail/:macAddress',
  aliases: [{ path: '/blt/detail/:macAddress' }],
  summary: 'The gateway or beacon of this MAC address, with the room it is in',
  allow: permissions.seeRooms,
  byKey: 'rooms:read',
  params: z.object({ macAddress: MacText }),
  reply: either.extend({ room: Room.nullable() }),
})

export const newGateway = endpoint({
  method: 'POST',
  path: '/blt/entity/gateway/new',
  aliases: [{ path: '/blt/gateway/new' }],
  summary: 'Register a gateway; its credentials are answered this once',
  allow: permissions.manageRooms,
  byKey: 'rooms:write',
  body: z.strictObject({
    name: Name,
    macAddress: MacText,
    branchId: Uuid,
    roomUuid: Uuid.optional(),
    model: Model.optional(),
  }),
  reply: z.object({ gateway: Gateway, credentials: Credentials }),
})

export const newBeacon = endpoint({
  method: 'POST',
  path: '/blt/entity/beacon/new',
  aliases: [{ path: '/blt/beacon/new' }],
  summary: 'Register a beacon: a tag of a person, or a sensor of a room',
  allow: permissions.manageRooms,
  byKey: 'rooms:write',
  body: z.strictObject({
    name: Name,
    macAddress: MacText,
    deviceType: BeaconType,
    branchId: Uuid,
    roomUuid: Uuid.optional(),
    deviceUUID: Uuid.optional(),
    staffUUID: Uuid.optional(),
    ibeacon: IBeaconText.optional(),
    bindKey: BindKey.optional(),
    identityKey: IdentityKey.optional(),
    ...BeaconLimits.partial().shape,
  }),
  reply: z.object({ beacon: Beacon }),
})

export const updateEntity = endpoint({
  method: 'POST',
  path: '/blt/entity/update/:uuid',
  aliases: [{ path: '/blt/update/:uuid' }],
  summary:
    'Change a gateway or a beacon: those fields named. Without a room, a move to another branch leaves the old one',
  allow: permissions.manageRooms,
  byKey: 'rooms:write',
  params: byUuid,
  body: z.strictObject({
    name: Name.optional(),
    branchId: Uuid.optional(),
    roomUuid: Uuid.nullable().optional(),
    isActive: z.boolean().optional(),
    /** Of a gateway. */
    model: Model.optional(),
    rssiOffset: RssiOffset.optional(),
    /** Of a beacon. */
    deviceType: BeaconType.optional(),
    deviceUUID: Uuid.nullable().optional(),
    /** Who of the staff carries it; nobody does where a watch is named. */
    staffUUID: Uuid.nullable().optional(),
    ibeacon: IBeaconText.nullable().optional(),
    bindKey: BindKey.nullable().optional(),
    identityKey: IdentityKey.nullable().optional(),
    ...BeaconLimits.partial().shape,
    /** Of the row that was looked at: refused when somebody changed it since. */
    updatedAt: Instant.optional(),
  }),
  reply: either,
})

export const configureEntity = endpoint({
  method: 'POST',
  path: '/blt/entity/configure',
  aliases: [{ path: '/blt/configure' }],
  summary: 'How a gateway listens, or when, how long and in which climate a beacon is as it should be',
  allow: permissions.manageRooms,
  byKey: 'rooms:write',
  body: z.strictObject({
    uuid: Uuid,
    /** Of a gateway. */
    ...GatewayConfig.shape,
    rssiOffset: RssiOffset.optional(),
    /** Of a beacon. */
    ...BeaconLimits.partial().shape,
  }),
  reply: either,
})

export const sendConfigToGateway = endpoint({
  method: 'POST',
  path: '/blt/entity/sendConfigToGateway',
  aliases: [{ path: '/blt/sendConfigToGateway' }],
  summary: 'Ask for the configuration to be sent to a gateway',
  allow: permissions.manageRooms,
  byKey: 'rooms:write',
  body: z.strictObject({ uuid: Uuid }),
  reply: z.object({ gateway: Gateway }),
})

export const rotateGatewayCredentials = endpoint({
  method: 'POST',
  path: '/blt/entity/credentials/:uuid',
  summary: 'Make a new password for a gateway; the old one stops working',
  allow: permissions.manageCredentials,
  byKey: null,
  params: byUuid,
  body: emptyBody,
  reply: z.object({ credentials: Credentials }),
})

export const deleteEntity = endpoint({
  method: 'DELETE',
  path: '/blt/entity/:uuid',
  summary: 'Delete a gateway or a beacon: its password dies, its open alarms are closed; its history stays',
  allow: permissions.manageRooms,
  byKey: null,
  params: byUuid,
  reply: nothing,
})
