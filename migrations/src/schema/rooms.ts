import type { FloorPlanType } from '@carewatch/contracts/http/floor-plans'
import { beaconTypes, type ButtonActs, unknownReasons } from '@carewatch/contracts/rooms'
import type { FactKind, FactValue } from '@carewatch/contracts/rules/rooms/fact-changes'
import type { RoomKind } from '@carewatch/contracts/rules/rooms/room-rule'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, deletable, ids, instant, times } from './columns.ts'
import { devices } from './devices.ts'
import { branches, companies, users } from './people.ts'

export const rooms = pgTable(
  'rooms',
  {
    ...ids(),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    name: text().notNull(),
    status: text(),
    /** Where it is on the floor plan of its branch, in parts of the width from the left and of the height from the top. */
    planX: real('plan_x'),
    planY: real('plan_y'),
    ...deletable,
  },
  (t) => [index('rooms_branch').on(t.branchId)],
)

/** The picture of a branch on which its rooms are placed. */
export const floorPlans = pgTable('floor_plans', {
  ...ids(),
  branchId: integer('branch_id')
    .notNull()
    .unique()
    .references(() => branches.id),
  mediaType: text('media_type').$type<FloorPlanType>().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** In the database: at most a few megabytes, and the same for every api. */
  content: bytea().notNull(),
  ...times,
})

export const gateways = pgTable(
  'gateways',
  {
    ...ids(),
    name: text().notNull(),
    /** Twelve lower-case hexadecimal digits. */
    mac: text().notNull(),
    model: text().notNull().default('native'),
    companyId: integer('company_id').references(() => companies.id),
    branchId: integer('branch_id').references(() => branches.id),
    roomId: integer('room_id').references(() => rooms.id),
    lastMessageAt: instant('last_message_at'),
    online: boolean().notNull().default(false),
    /** The broker that heard it last. */
    nodeId: integer('door_id'),
    rssiOffset: smallint('rssi_offset').notNull().default(0),
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Which configuration was asked to be sent last, when, and when the gateway said that it has it. */
    configRevision: integer('config_revision').notNull().default(0),
    configRequestedAt: instant('config_requested_at'),
    configReportedAt: instant('config_reported_at'),
    /** When it went down last: all that is known of a gateway that never answers. */
    configSentAt: instant('config_sent_at'),
    isActive: boolean('is_active').notNull().default(true),
    credentialHash: bytea('credential_hash'),
    credentialRotatedAt: instant('credential_rotated_at'),
    ...deletable,
  },
  (t) => [
    uniqueIndex('gateways_mac')
      .on(t.mac)
      .where(sql`deleted_at is null`),
    index('gateways_branch').on(t.branchId),
  ],
)

export type AllowedTime = { days: number[]; from: string; to: string }

export const beacons = pgTable(
  'beacons',
  {
    ...ids(),
    name: text().notNull(),
    mac: text().notNull(),
    /** Of one whose address changes, as `ibeaconText` of contracts/rooms.ts writes it. */
    ibeacon: text(),
    /** Of one that speaks in secret. */
    bindKey: bytea('bind_key'),
    /** Of one that changes its address every few minutes, as phones do: 16 bytes by which each of its addresses is known as its own. */
    identityKey: bytea('identity_key'),
    deviceType: text('device_type', { enum: beaconTypes }).notNull(),
    battery: smallint(),
    rssi: smallint(),
    branchId: integer('branch_id').references(() => branches.id),
    /** Where it is fixed, for a sensor; where it may be, for a person's tag. */
    roomId: integer('room_id').references(() => rooms.id),
    deviceId: integer('device_id').references(() => devices.id),
    /** Whose of the staff it is, in place of a person under care; where they are is known for their coming to a bedside alone. */
    staffId: integer('staff_id').references(() => users.id),
    /** Written by a trigger. */
    staffSince: instant('staff_since'),
    allowedTimes: jsonb('allowed_times').$type<AllowedTime[]>().notNull().default([]),
    maxMinutes: integer('max_minutes'),
    temperatureLow: real('temperature_low'),
    temperatureHigh: real('temperature_high'),
    humidityLow: real('humidity_low'),
    humidityHigh: real('humidity_high'),
    /** What the press of each does; of one that is not named: a call for help. */
    buttons: jsonb().$type<ButtonActs>().notNull().default({}),
    lastSeenAt: instant('last_seen_at'),
    isActive: boolean('is_active').notNull().default(true),
    ...deletable,
  },
  (t) => [
    uniqueIndex('beacons_mac')
      .on(t.mac)
      .where(sql`deleted_at is null`),
    index('beacons_branch').on(t.branchId),
    index('beacons_ibeacon')
      .on(t.ibeacon)
      .where(sql`deleted_at is null and ibeacon is not null`),
    uniqueIndex('beacons_identity_key')
      .on(t.identityKey)
      .where(sql`deleted_at is null and identity_key is not null`),
    check('beacons_identity_key_length', sql`octet_length(${t.identityKey}) = 16`),
  ],
)

/** What each beacon said last of each kind, whoever heard it: what has been handed to the rules once is news no more. */
export const beaconFacts = pgTable(
  'beacon_facts',
  {
    beaconId: integer('beacon_id').notNull(),
    kind: text().$type<FactKind>().notNull(),
    value: jsonb().$type<FactValue>().notNull(),
    /** Since when it says so, and when it was handed on last. */
    since: instant('since').notNull(),
    at: instant('at').notNull(),
    gatewayId: integer('gateway_id').notNull(),
    packetId: smallint('packet_id'),
  },
  (t) => [primaryKey({ columns: [t.beaconId, t.kind] })],
)

/** What a rule must remember of a beacon between facts. */
export const roomRuleStates = pgTable(
  'room_rule_states',
  {
    beaconId: integer('beacon_id').notNull(),
    kind: text().$type<RoomKind>().notNull(),
    state: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.beaconId, t.kind] })],
)

/** Where each beacon was, and since when; the open row is where it is. */
export const presences = pgTable(
  'presences',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    beaconId: integer('beacon_id')
      .notNull()
      .references(() => beacons.id),
    /** Null: heard by no gateway of a room, or nobody knows. */
    roomId: integer('room_id').references(() => rooms.id),
    /** Why nobody knows, and where it was when that was known last; null: it is in its room, or away. */
    unknown: text({ enum: unknownReasons }),
    lastRoomId: integer('last_room_id'),
    since: instant('since').notNull(),
    /** The same, but for short breaks; null: as `since`. */
    stayedSince: instant('stayed_since'),
    /** Null: until now. */
    until: instant('until'),
    /** From 0 to 1: by how much the room was heard better than the next; of a calibrated branch how likely it is. */
    confidence: real().notNull(),
  },
  (t) => [
    uniqueIndex('presences_now')
      .on(t.beaconId)
      .where(sql`until is null`),
    index('presences_beacon').on(t.beaconId, t.since),
    index('presences_room').on(t.roomId, t.since),
    index('presences_last_room')
      .on(t.lastRoomId)
      .where(sql`until is null and unknown is not null`),
  ],
)

/** Heard by a gateway, and registered nowhere. */
export const unknownBeacons = pgTable(
  'unknown_beacons',
  {
    gatewayId: integer('gateway_id')
      .notNull()
      .references(() => gateways.id),
    mac: text().notNull(),
    ibeacon: text(),
    name: text(),
    /** What it would be registered as, where its format says so. */
    seems: text({ enum: beaconTypes }),
    model: text(),
    rssi: smallint().notNull(),
    battery: smallint(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.gatewayId, t.mac] }), index('unknown_beacons_mac').on(t.mac)],
)

/** One beacon heard by one gateway at one time: the spec's interactions are read from here. */
export const sightings = pgTable(
  'sightings',
  {
    time: instant('time').notNull(),
    gatewayId: integer('gateway_id').notNull(),
    beaconId: integer('beacon_id').notNull(),
    rssi: smallint().notNull(),
    temperature: real(),
    humidity: real(),
    battery: smallint(),
    /** door, water, motion and button facts, by name. */
    facts: jsonb().$type<Record<string, boolean | number | string>>(),
  },
  (t) => [
    primaryKey({ columns: [t.gatewayId, t.beaconId, t.time] }),
    index('sightings_beacon').on(t.beaconId, t.time),
    /** What a sensor said last is found without reading through where tags were. */
    index('sightings_told')
      .on(t.beaconId, t.time)
      .where(sql`temperature is not null or humidity is not null or facts is not null`),
  ],
)

export const roomCheckLogs = pgTable(
  'room_check_logs',
  {
    ...ids(),
    roomId: integer('room_id')
      .notNull()
      .references(() => rooms.id),
    userId: integer('user_id').references(() => users.id),
    at: instant('at').notNull().defaultNow(),
    status: text(),
    note: text(),
    ...times,
  },
  (t) => [index('room_check_logs_room').on(t.roomId, t.at)],
)
