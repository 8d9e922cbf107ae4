import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { StoredEvent, StoredPosition, StoredRoomFact } from '@carewatch/contracts/batches'
import { bytea, instant } from './columns.ts'

/** One number at one time. No foreign key: the broker has checked the device, and this table is written tens of thousands of times a second. */
export const readings = pgTable(
  'readings',
  {
    time: instant('time').notNull(),
    deviceId: integer('device_id').notNull(),
    value: real().notNull(),
    metric: smallint().notNull(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.metric, t.time] })],
)

/**
 * In which weeks a device measured a metric: whoever asks for the newest value behind years finds the week here, and then reads that week alone.
 * Written in the commit of the readings. One that is here may have lost its readings since; of those that came since `readingWeeksKnown` says, none is missing.
 */
export const readingWeeks = pgTable(
  'reading_weeks',
  {
    deviceId: integer('device_id').notNull(),
    metric: smallint().notNull(),
    /** Its first moment; weeks are counted from 1970 on, as TimescaleDB divides time. */
    week: instant('week').notNull(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.metric, t.week] })],
)

/** One row: how far back every week with a reading stands in `reading_weeks`. The readings of before are gone through while everything runs. */
export const readingWeeksKnown = pgTable('reading_weeks_known', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** `infinity`: nothing is known yet; `-infinity`: everything. */
  since: instant('since').notNull(),
  /** When nothing writes readings any more that does not write their weeks. */
  beginsAt: instant('begins_at').notNull(),
})

/**
 * What a graph of years needs of one device, graph and day (UTC): of each quarter of an hour and of the whole day how many there were, and the lowest and highest
 * with their times, packed as `contracts/summed-days.ts` reads it. Made of the readings when the day is long over; a day without a row has none.
 */
export const readingDays = pgTable(
  'reading_days',
  {
    deviceId: integer('device_id').notNull(),
    /** The first one of its graph. */
    metric: smallint().notNull(),
    day: instant('day').notNull(),
    quarters: bytea().notNull(),
    whole: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.metric, t.day] })],
)

/** Days whose readings changed after they may have been summed: they are read one by one until they are summed anew. Written in the commit that changes them; nothing is unique, so nobody waits. */
export const readingDaysTouched = pgTable(
  'reading_days_touched',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer('device_id').notNull(),
    day: instant('day').notNull(),
  },
  (t) => [index('reading_days_touched_device').on(t.deviceId, t.day)],
)

/** One row: all days from `since` until `until` are summed, but for those that were touched. */
export const readingDaysKnown = pgTable('reading_days_known', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** `-infinity`: back to the first. */
  since: instant('since').notNull(),
  until: instant('until').notNull(),
  /** When nothing writes readings any more that does not say which days it touches. */
  beginsAt: instant('begins_at').notNull(),
  /** Of which graphs, each the first of its metrics and how many it has (`contracts/summed-days.ts`): of any other nothing is known. */
  graphs: integer().array().notNull().default([]),
})

export const positions = pgTable(
  'positions',
  {
    time: instant('time').notNull(),
    deviceId: integer('device_id').notNull(),
    lat: doublePrecision().notNull(),
    lng: doublePrecision().notNull(),
    accuracyM: real('accuracy_m'),
    source: text({ enum: ['GPS', 'WIFI', 'CELL', 'BLE'] })
      .notNull()
      .default('GPS'),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.time] })],
)

export const deviceEvents = pgTable(
  'device_events',
  {
    time: instant('time').notNull(),
    deviceId: integer('device_id').notNull(),
    type: text().notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.type, t.time] })],
)

/** Committed together with the readings it describes, deleted together with the alarms made of it: no rule has looked at what stands here. */
export const pendingEvaluations = pgTable('pending_evaluations', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  urgent: boolean().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** Readings as `contracts/batches.ts` packs them. */
  readings: bytea(),
  /** Which of those rows were new (their ordinals, from 1), where some were not; null: all were. */
  stored: jsonb().$type<number[]>(),
  /** New events: `StoredEvent[]` of `contracts/batches.ts`. */
  events: jsonb().$type<StoredEvent[]>(),
  /** New positions of devices that have a fence: `StoredPosition[]` of `contracts/batches.ts`. */
  positions: jsonb().$type<StoredPosition[]>(),
  /** News of beacons: `StoredRoomFact[]` of `contracts/batches.ts`. */
  roomFacts: jsonb('room_facts').$type<StoredRoomFact[]>(),
  /** From connections that are not known to be their devices: it may raise alarms, and ends none. */
  unproven: boolean().notNull().default(false),
  /** How often an engine that came found it waiting, and how often one that began it alone ended over it. */
  tries: smallint().notNull().default(0),
  /** Which engine began it alone. */
  begunBy: uuid('begun_by'),
})

/** Messages we acknowledged but could not use, kept for a week with their bytes. */
export const rejectedMessages = pgTable(
  'rejected_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer('device_id'),
    gatewayId: integer('gateway_id'),
    receivedAt: instant('received_at').notNull().defaultNow(),
    topic: text().notNull(),
    /** What it speaks; null: it was kept by a version that did not note it. */
    format: text(),
    /** What kind of message it is, in the word of its format, where that has kinds. */
    opcode: text(),
    reason: text().notNull(),
    detail: text(),
    payload: bytea().notNull(),
  },
  (t) => [
    index('rejected_messages_device').on(t.deviceId, t.receivedAt),
    index('rejected_messages_age').on(t.receivedAt),
    // All that they are counted by: 200,000 are counted without one of them being read.
    index('rejected_messages_alike').on(
      t.receivedAt,
      t.deviceId,
      t.gatewayId,
      t.format,
      t.opcode,
      t.reason,
      t.detail,
      t.id,
    ),
  ],
)

/** Who knocked without being registered. */
export const unregisteredDevices = pgTable('unregistered_devices', {
  username: text().primaryKey(),
  address: text().notNull(),
  /** Of which format it seems to be, where it spoke one. */
  format: text(),
  attempts: integer().notNull().default(1),
  firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
  lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
})
