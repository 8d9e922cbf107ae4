import { severities } from '@carewatch/contracts/alarms'
import type { FenceSchedule } from '@carewatch/contracts/fences'
import type { LimitMap } from '@carewatch/contracts/limits'
import { operationModes } from '@carewatch/contracts/freshness'
import { sosPriorities } from '@carewatch/contracts/relations'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, deletable, ids, instant, times } from './columns.ts'
import { branches, companies, users } from './people.ts'

export const deviceModels = pgTable('device_models', {
  ...ids(),
  name: text().notNull().unique(),
  /** Which codec reads its messages. */
  format: text().notNull().default('native'),
  hasSleep: boolean('has_sleep').notNull().default(true),
  ...times,
})

export const devices = pgTable(
  'devices',
  {
    ...ids(),
    imei: text().notNull(),
    /** Its format and the ten digits that it calls itself by over a plain socket, written by a trigger; null: it says its whole IMEI, or shares the digits with one that was registered before they had to be its own. */
    shortIdentity: text('short_identity'),
    imsi: text(),
    name: text().notNull(),
    deviceModel: text('device_model').notNull(),
    /** Which model of its make it is, as somebody said; null: as is guessed by what it sends. */
    chosenProfile: text('chosen_profile'),
    mobileNumber: text('mobile_number'),
    imageUrl: text('image_url'),
    isSold: boolean('is_sold').notNull().default(false),
    soldAt: instant('sold_at'),
    isActive: boolean('is_active').notNull().default(true),
    ownerId: integer('owner_id').references(() => users.id),
    agentId: integer('agent_id').references(() => users.id),
    companyId: integer('company_id').references(() => companies.id),
    /** Since when it is in this company's house, written by a trigger; null: since it is known. */
    companySince: instant('company_since'),
    branchId: integer('branch_id').references(() => branches.id),
    operationMode: text('operation_mode', { enum: operationModes }).notNull().default('NORMAL'),
    homeLat: doublePrecision('home_lat'),
    homeLng: doublePrecision('home_lng'),
    /** SHA-256 of a random 128-bit token: a slow hash would make a reconnect storm last a minute. */
    credentialHash: bytea('credential_hash'),
    credentialRotatedAt: instant('credential_rotated_at'),
    ...deletable,
  },
  (t) => [
    uniqueIndex('devices_imei')
      .on(t.imei)
      .where(sql`deleted_at is null`),
    uniqueIndex('devices_short_identity')
      .on(t.shortIdentity)
      .where(sql`deleted_at is null`),
    index('devices_owner').on(t.ownerId),
    index('devices_company').on(t.companyId),
    index('devices_branch').on(t.branchId),
    /** Some watches name themselves by ten digits of their IMEI. */
    index('devices_short_imei')
      .on(sql`substr(imei, 5, 10)`)
      .where(sql`deleted_at is null`),
  ],
)

/** Each broker that runs; one that has not been heard of for a while is dead, and what it held is gone. */
export const brokerNodes = pgTable('broker_nodes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  startedAt: instant('started_at').notNull().defaultNow(),
  seenAt: instant('seen_at').notNull().defaultNow(),
})

/** Numbers every connection of a device in the order of their sign-ins, at whichever broker: no clock has to be right for that. */
export const connections = pgSequence('connections')

/** What changes with every message stands apart, so that the device's row keeps still. */
export const deviceStatus = pgTable(
  'device_status',
  {
    deviceId: integer('device_id')
      .primaryKey()
      .references(() => devices.id),
    online: boolean().notNull().default(false),
    connectedAt: instant('connected_at'),
    /** The broker that has it, and by which connection: another node may not say that it went. */
    nodeId: integer('door_id'),
    connection: bigint({ mode: 'number' }),
    lastSeenAt: instant('last_seen_at'),
    /** The same by connections that are known to be it; null: an earlier version did not tell them apart. */
    provenSeenAt: instant('proven_seen_at'),
    battery: smallint(),
    wearing: boolean(),
    /** Its clock was more than five minutes ahead at the last message. */
    clockSkew: boolean('clock_skew').notNull().default(false),
    /** What it said last of its version. */
    firmware: text(),
    /** By what it sent: which model of its make it is. */
    guessedProfile: text('guessed_profile'),
  },
  (t) => [
    index('device_status_door')
      .on(t.nodeId)
      .where(sql`online`),
  ],
)

export type NamedNumber = { name: string; number: string }
export type Reminder = {
  kind: 'MEDICINE' | 'WATER' | 'ACTIVITY'
  hour: number
  minute: number
  days: number[]
  intervalMinutes?: number | undefined
}

/** The watch settings (specification, point 3): desired here, reported by the watch beside it. */
export const watchSettings = pgTable('watch_settings', {
  deviceId: integer('device_id')
    .primaryKey()
    .references(() => devices.id),
  revision: integer().notNull().default(1),
  locationIntervalMinutes: integer('location_interval_minutes'),
  gpsEnabled: boolean('gps_enabled').notNull().default(true),
  sosContacts: jsonb('sos_contacts').$type<NamedNumber[]>().notNull().default([]),
  phonebook: jsonb().$type<NamedNumber[]>().notNull().default([]),
  whitelistEnabled: boolean('whitelist_enabled').notNull().default(false),
  autoAnswer: boolean('auto_answer').notNull().default(false),
  /** Limits of its own by metric. */
  limits: jsonb().$type<LimitMap>().notNull().default({}),
  stepsTarget: integer('steps_target'),
  calibrationSystolic: integer('calibration_systolic'),
  calibrationDiastolic: integer('calibration_diastolic'),
  heartRateIntervalMinutes: integer('heart_rate_interval_minutes'),
  bloodPressureIntervalMinutes: integer('blood_pressure_interval_minutes'),
  reminders: jsonb().$type<Reminder[]>().notNull().default([]),
  autoTemperature: boolean('auto_temperature').notNull().default(false),
  fallDetection: boolean('fall_detection').notNull().default(true),
  fallSensitivity: text('fall_sensitivity', { enum: ['LOW', 'MEDIUM', 'HIGH'] })
    .notNull()
    .default('MEDIUM'),
  reported: jsonb().$type<Record<string, unknown>>(),
  reportedRevision: integer('reported_revision'),
  reportedAt: instant('reported_at'),
  /** The revision that went down last: all that is known of a watch that never answers. */
  sentRevision: integer('sent_revision'),
  sentAt: instant('sent_at'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** Who changed what of the settings, and in which revision it went down to the watch. */
export const watchSettingsHistory = pgTable(
  'watch_settings_history',
  {
    ...ids(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    revision: integer().notNull(),
    userId: integer('user_id').references(() => users.id),
    at: instant('at').notNull().defaultNow(),
    change: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('watch_settings_history_device').on(t.deviceId, t.at)],
)

/** Who somebody is to a wearer, and how they are reached. */
export const contactColumns = () => ({
  userId: integer('user_id').references(() => users.id),
  phonebookId: smallint('phonebook_id'),
  name: text().notNull(),
  phone: text(),
  relation: text(),
  email: text(),
  smsAlerts: boolean('sms_alerts').notNull().default(false),
  createUserInPortal: boolean('create_user_in_portal').notNull().default(false),
  maySeeLocation: boolean('may_see_location').notNull().default(true),
  sosPriority: text('sos_priority', { enum: sosPriorities }).notNull().default('MEDIUM'),
})

/** Relatives and phonebook entries of a device; `userId` once they have an account. */
export const relatives = pgTable(
  'relatives',
  {
    ...ids(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    ...contactColumns(),
    ...times,
  },
  (t) => [
    index('relatives_device').on(t.deviceId),
    uniqueIndex('relatives_user_device')
      .on(t.userId, t.deviceId)
      .where(sql`user_id is not null`),
  ],
)

export const deviceCommands = pgTable(
  'device_commands',
  {
    ...ids(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    state: text({ enum: ['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'EXPIRED'] })
      .notNull()
      .default('QUEUED'),
    userId: integer('user_id').references(() => users.id),
    sentAt: instant('sent_at'),
    /** Down whose line. */
    nodeId: integer('door_id'),
    doneAt: instant('done_at'),
    expiresAt: instant('expires_at').notNull(),
    ...times,
  },
  (t) => [
    index('device_commands_device').on(t.deviceId, t.createdAt),
    index('device_commands_waiting')
      .on(t.deviceId)
      .where(sql`state in ('QUEUED', 'SENT') and done_at is null`),
  ],
)

export const bookmarks = pgTable(
  'bookmarks',
  {
    ...ids(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    metric: text(),
    at: instant('at').notNull(),
    label: text().notNull(),
    ...times,
  },
  (t) => [index('bookmarks_device').on(t.deviceId, t.at)],
)

export const fences = pgTable(
  'fences',
  {
    ...ids(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    name: text().notNull(),
    /** Follows the home location: at most one a device. */
    isHome: boolean('is_home').notNull().default(false),
    lat: doublePrecision(),
    lng: doublePrecision(),
    radiusM: integer('radius_m'),
    polygon: jsonb().$type<[number, number][]>(),
    schedule: jsonb().$type<FenceSchedule>(),
    severity: text({ enum: severities }).notNull().default('HIGH'),
    isActive: boolean('is_active').notNull().default(true),
    ...deletable,
  },
  (t) => [
    index('fences_device').on(t.deviceId),
    uniqueIndex('fences_home')
      .on(t.deviceId)
      .where(sql`is_home and deleted_at is null`),
  ],
)
