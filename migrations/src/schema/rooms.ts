import { beaconTypes } from '@carewatch/contracts/rooms'
import { sql } from 'drizzle-orm'
import {
  boolean,
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
    ...deletable,
  },
  (t) => [index('rooms_branch').on(t.branchId)],
)

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
    rssiOffset: smallint('rssi_offset').notNull().default(0),
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Which configuration was asked to be sent last, when, and when the gateway said that it has it. */
    configRevision: integer('config_revision').notNull().default(0),
    configRequestedAt: instant('config_requested_at'),
    configReportedAt: instant('config_reported_at'),
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
    deviceType: text('device_type', { enum: beaconTypes }).notNull(),
    battery: smallint(),
    rssi: smallint(),
    branchId: integer('branch_id').references(() => branches.id),
    /** Where it is fixed, for a sensor; where it may be, for a person's tag. */
    roomId: integer('room_id').references(() => rooms.id),
    deviceId: integer('device_id').references(() => devices.id),
    allowedTimes: jsonb('allowed_times').$type<AllowedTime[]>().notNull().default([]),
    maxMinutes: integer('max_minutes'),
    temperatureLow: real('temperature_low'),
    temperatureHigh: real('temperature_high'),
    humidityLow: real('humidity_low'),
    humidityHigh: real('humidity_high'),
    lastSeenAt: instant('last_seen_at'),
    isActive: boolean('is_active').notNull().default(true),
    ...deletable,
  },
  (t) => [
    uniqueIndex('beacons_mac')
      .on(t.mac)
      .where(sql`deleted_at is null`),
    index('beacons_branch').on(t.branchId),
  ],
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
