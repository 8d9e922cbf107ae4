import { z } from 'zod'
import { KnownAlarmKind, Severity } from '../alarms.ts'
import { permissions } from '../permissions.ts'
import { BeaconType, UnknownReason } from '../rooms.ts'
import { WearerSummary } from '../wearers.ts'
import { Instant, Mac, Uuid } from '../wire.ts'
import { Room } from './gateways-and-beacons.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { Named, optionalText, requiredText } from './fields.ts'

const byUuid = z.object({ uuid: Uuid })
const Name = requiredText(64)

export const allRooms = endpoint({
  method: 'GET',
  path: '/blt/rooms',
  summary: 'Every room in your scope',
  allow: permissions.seeRooms,
  byKey: 'rooms:read',
  query: z.strictObject({ ...paging, branchUuid: Uuid.optional() }),
  reply: z.object({ rooms: z.array(Room), total: Total }),
})

export const newRoom = endpoint({
  method: 'POST',
  path: '/blt/room/new',
  summary: 'Add a room to a branch',
  allow: permissions.manageRooms,
  byKey: 'rooms:write',
  body: z.strictObject({ name: Name, branchId: Uuid }),
  reply: z.object({ room: Room }),
})

export const updateRoom = endpoint({
  method: 'POST',
  path: '/blt/room/update/:uuid',
  summary: 'Rename a room, or set its status to one of those its branch knows',
  allow: permissions.manageRooms,
  byKey: 'rooms:write',
  params: byUuid,
  body: z.strictObject({
    name: Name.optional(),
    status: optionalText(64).nullable().optional(),
    /** Of the row that was looked at: refused when somebody changed it since. */
    updatedAt: Instant.optional(),
  }),
  reply: z.object({ room: Room }),
})

export const deleteRoom = endpoint({
  method: 'DELETE',
  path: '/blt/room/:uuid',
  summary: 'Delete a room in which no gateway and no beacon stands any more',
  allow: permissions.manageRooms,
  byKey: null,
  params: byUuid,
  reply: nothing,
})

export const BeaconName = z.object({ uuid: Uuid, name: z.string(), macAddress: Mac })

/** A figure with its age by the server's clock. */
const Measured = z.object({
  value: z.number(),
  at: Instant,
  ageSeconds: z.int(),
  beacon: BeaconName,
})

export const RoomView = z
  .object({
    uuid: Uuid,
    name: z.string(),
    status: z.string().nullable(),
    branch: Named,
    gateways: z.array(
      z.object({
        uuid: Uuid,
        name: z.string(),
        macAddress: Mac,
        online: z.boolean(),
        lastMessageAt: Instant.nullable(),
      }),
    ),
    temperature: Measured.nullable(),
    humidity: Measured.nullable(),
    /** What its sensors said last: `door`, `water`, `motion` and the like. */
    facts: z.array(
      z.object({
        beacon: BeaconName,
        fact: z.string(),
        value: z.union([z.boolean(), z.number(), z.string()]),
        at: Instant,
      }),
    ),
    /** Decided to be here, and heard a moment ago. */
    beacons: z.array(
      BeaconName.extend({
        deviceType: BeaconType,
        /** In dBm, by this room's best gateway. */
        rssi: z.number(),
        lastSeenAt: Instant,
        /** Since when it is here, and how sure that is, from 0 to 1. */
        since: Instant,
        confidence: z.number(),
        battery: z.number().nullable(),
        device: Named.nullable(),
        /** Who wears that. */
        person: WearerSummary.nullable(),
      }),
    ),
    /** Were here last, and nobody knows where they are now: the gateway is down, or what is received fits no room better than another. Left out by the version before. */
    lastHere: z
      .array(
        BeaconName.extend({
          deviceType: BeaconType,
          unknown: UnknownReason,
          /** Since when nobody knows. */
          since: Instant,
          device: Named.nullable(),
          person: WearerSummary.nullable(),
        }),
      )
      .optional(),
    alarms: z.array(
      z.object({
        uuid: Uuid,
        kind: KnownAlarmKind,
        severity: Severity,
        message: z.string(),
        acknowledged: z.boolean(),
        openedAt: Instant,
      }),
    ),
  })
  .meta({ id: 'RoomView' })
export type RoomView = z.output<typeof RoomView>

export const roomsData = endpoint({
  method: 'GET',
  path: '/blt/interaction/getRoomsData',
  aliases: [{ path: '/blt/getRoomsData' }],
  summary: 'The live room view: what stands in each room, what its sensors say, who is there, what is open',
  allow: permissions.seeRooms,
  byKey: 'locations:read',
  query: z.strictObject({ branchUuid: Uuid.optional() }),
  reply: z.object({
    rooms: z.array(RoomView),
    at: Instant,
    /** Alarms that nobody has answered, of the branch or of all in your scope, at most 10,000. */
    waiting: z.int(),
  }),
})

export const Stay = z
  .object({
    beacon: BeaconName,
    /** Whose tag it is. */
    device: Named.nullable(),
    /** Who wears that, where they did then. */
    wearer: WearerSummary.nullable(),
    /** Null: heard by no gateway of a room, or nobody knows. */
    room: Named.nullable(),
    /** Why nobody knows; null: it was in its room, or away. Left out by the version before. */
    unknown: UnknownReason.nullish(),
    since: Instant,
    /** Null: until now. */
    until: Instant.nullable(),
    /** From 0 to 1. */
    confidence: z.number(),
  })
  .meta({ id: 'Stay' })
export type Stay = z.output<typeof Stay>

export const presences = endpoint({
  method: 'GET',
  path: '/blt/presences',
  summary:
    'Who was where, newest first: of one beacon, in one room, or of all in your scope; the last day unless asked otherwise',
  allow: permissions.seeRooms,
  byKey: 'locations:read',
  query: z.strictObject({
    page: paging.page,
    size: paging.size,
    beaconUuid: Uuid.optional(),
    roomUuid: Uuid.optional(),
    /** What was over before it, and what began after `to`, is left out. */
    from: Instant.optional(),
    to: Instant.optional(),
  }),
  reply: z.object({ presences: z.array(Stay), total: Total }),
})
