import { z } from 'zod'
import { KnownAlarmKind, Cause, Severity } from '../alarms.ts'
import { permissions } from '../permissions.ts'
import { BeaconType, MacText, UnknownReason } from '../rooms.ts'
import { WearerSummary } from '../wearers.ts'
import { Instant, Mac, Millis, Uuid } from '../wire.ts'
import { BeaconName } from './rooms.ts'
import { endpoint, paging, Total } from './endpoint.ts'
import { Named, requiredText } from './fields.ts'

/** At most so many beacons in each map, those heard last. */
export const MAX_INTERACTIONS = 500
export const MAX_ROOM_CHECKS = 500
export const MAX_ALERTS_DONE = 200

const GatewayName = BeaconName

const Interaction = z.object({
  /** The beacon's. */
  uuid: Uuid,
  updationTime: Instant,
  name: z.string(),
  macAddress: Mac,
  deviceType: BeaconType,
  device: Named.nullable(),
  /** Who wears that. */
  wearer: WearerSummary.nullable(),
  gateway: GatewayName.nullable(),
  /** Of the gateway that heard it. */
  room: Named.nullable(),
  /** Why nobody knows where a tag is, or whoever carries it, though a gateway heard it; left out by the version before. */
  unknown: UnknownReason.nullish(),
  /** In dBm. */
  rssi: z.number().nullable(),
  battery: z.number().nullable(),
})

export const LatestInteraction = Interaction.extend({
  /** door, water, motion and button facts, by name. */
  facts: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])).nullable(),
}).meta({ id: 'LatestInteraction' })

export const MeasuredInteraction = Interaction.extend({ value: z.number() }).meta({
  id: 'MeasuredInteraction',
})

export const AlertInteraction = Interaction.extend({
  /** The gravest open one, else the newest. */
  alarm: z.object({
    uuid: Uuid,
    kind: KnownAlarmKind,
    severity: Severity,
    message: z.string(),
    acknowledged: z.boolean(),
    openedAt: Instant,
    closedAt: Instant.nullable(),
  }),
}).meta({ id: 'AlertInteraction' })

const mac = 'ac233f000001'
const uuid = '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b'
const at = '2026-11-21T08:30:00.000Z'
const example = {
  uuid,
  updationTime: at,
  name: 'Climate 101',
  macAddress: mac,
  deviceType: 'CLIMATE',
  device: null,
  wearer: null,
  gateway: { uuid, name: 'Gateway 101', macAddress: 'ac233fc00001' },
  room: { uuid, name: 'Room 101' },
  rssi: -61,
  battery: 88,
}
const alarm = {
  uuid,
  kind: 'ROOM_TEMPERATURE',
  severity: 'MEDIUM',
  message: 'Room is too warm: 31 °C',
  acknowledged: false,
  openedAt: at,
  closedAt: null,
}

/** By the MAC addresses of the beacons. */
const byMac = <Entry extends z.ZodType>(entry: Entry, more: object) =>
  z.record(Mac, entry).meta({ examples: [{ [mac]: { ...example, ...more } }] })

export const Interactions = z.object({
  alertInteraction: byMac(AlertInteraction, { alarm }),
  latestInteraction: byMac(LatestInteraction, { facts: { motion: false } }),
  temperatureMap: byMac(MeasuredInteraction, { value: 21.5 }),
  humidityMap: byMac(MeasuredInteraction, { value: 47 }),
})
export type Interactions = z.output<typeof Interactions>

export const allInteractions = endpoint({
  method: 'GET',
  path: '/blt/interaction/all/:since',
  summary: 'What your beacons did last since a moment, at most 3 days ago',
  allow: permissions.seeRooms,
  byKey: 'locations:read',
  params: z.object({ since: Millis }),
  reply: Interactions,
})

export const interactionsOf = endpoint({
  method: 'GET',
  path: '/blt/interaction/:dmac/all/:since',
  summary: 'What one beacon did last, or the beacons a gateway hears, since a moment, at most 3 days ago',
  allow: permissions.seeRooms,
  byKey: 'locations:read',
  params: z.object({ dmac: MacText, since: Millis }),
  reply: Interactions,
})

export const roomCheckLogs = endpoint({
  method: 'GET',
  path: '/blt/interaction/:since/roomCheckLogs',
  summary: 'Who looked after which room since a moment, newest first',
  allow: permissions.seeRooms,
  byKey: 'alarms:read',
  params: z.object({ since: Millis }),
  reply: z.object({
    roomCheckLogs: z.array(
      z.object({
        uuid: Uuid,
        room: Named,
        user: Named.nullable(),
        at: Instant,
        status: z.string().nullable(),
        note: z.string().nullable(),
      }),
    ),
  }),
})

export const markAlertsDone = endpoint({
  method: 'POST',
  path: '/blt/interaction/markAlertsDone',
  aliases: [{ path: '/blt/markAlertsDone' }],
  summary: 'End the open alarms of a room, or these ones, with what it was; one line in the log of each room',
  allow: permissions.answerRoomAlerts,
  byKey: null,
  body: z.strictObject({
    /** Either this or `alarmUuids`. */
    roomUuid: Uuid.optional(),
    alarmUuids: z.array(Uuid).min(1).max(MAX_ALERTS_DONE, { error: 'tooMany' }).optional(),
    cause: Cause.default('OTHER'),
    /** One of those the branch knows; it becomes the status of the room. */
    status: requiredText(64).optional(),
    note: requiredText(2_000).optional(),
  }),
  reply: z.object({
    /** 0: somebody else was first. */
    closed: z.int(),
  }),
})

export const alertLogs = endpoint({
  method: 'GET',
  path: '/blt/alertLogs/:since',
  summary: 'Alarms of rooms and gateways since a moment, at most 3 days ago, newest first',
  allow: permissions.seeRooms,
  byKey: 'alarms:read',
  params: z.object({ since: Millis }),
  query: z.strictObject({ ...paging, branchUuid: Uuid.optional(), roomUuid: Uuid.optional() }),
  reply: z.object({
    alertLogs: z.array(
      z
        .object({
          uuid: Uuid,
          kind: KnownAlarmKind,
          severity: Severity,
          message: z.string(),
          room: Named.nullable(),
          gateway: GatewayName.nullable(),
          beacon: BeaconName.nullable(),
          device: Named.nullable(),
          wearer: WearerSummary.nullable(),
          openedAt: Instant,
          lastAt: Instant,
          count: z.int(),
          active: z.boolean(),
          acknowledged: z.boolean(),
          acknowledgedBy: z.string().nullable(),
          closedAt: Instant.nullable(),
          closedBy: z.string().nullable(),
          cause: Cause.nullable(),
        })
        .meta({ id: 'AlertLog' }),
    ),
    total: Total,
  }),
})
