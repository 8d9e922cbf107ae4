import { claimStatuses, conflictReasons, proofs } from '@carewatch/contracts/proof'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, ids, instant, times } from './columns.ts'
import { devices } from './devices.ts'
import { branches, companies, users } from './people.ts'

/** That a watch without a password is the one that was registered: how that is known, since when, and by whom. */
export const deviceProofs = pgTable('device_proofs', {
  deviceId: integer('device_id')
    .primaryKey()
    .references(() => devices.id),
  how: text({ enum: proofs }).notNull(),
  at: instant('at').notNull().defaultNow(),
  userId: integer('user_id').references(() => users.id),
})

/** From where a device connects: the smallest networks that the internet routes by themselves. */
export const deviceNetworks = pgTable(
  'device_networks',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    network: text().notNull(),
    firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** Since when it is the device's own; null: somebody says there that they are this device. */
    knownAt: instant('known_at'),
    knownById: integer('known_by_id').references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.deviceId, t.network] }),
    index('device_networks_unknown')
      .on(t.lastSeenAt)
      .where(sql`known_at is null`),
  ],
)

/** A code that is shown on the screen of what says that it is this watch: whoever holds the watch reads it, and types it in the portal. */
export const pairingCodes = pgTable(
  'pairing_codes',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    /** Of the connection that was sent it. */
    network: text().notNull(),
    /** SHA-256, with the device before it. */
    codeHash: bytea('code_hash').notNull(),
    tries: smallint().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.network] })],
)

/** Two that say that they are one device, as a broker noticed it; the rules make an alarm of it. */
export const identityConflicts = pgTable(
  'identity_conflicts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    reason: text({ enum: conflictReasons }).notNull(),
    at: instant('at').notNull().defaultNow(),
    evaluatedAt: instant('evaluated_at'),
  },
  (t) => [
    index('identity_conflicts_device').on(t.deviceId, t.at),
    index('identity_conflicts_pending')
      .on(t.id)
      .where(sql`evaluated_at is null`),
  ],
)

/** Somebody wanted to register a watch that somebody else has: administrators decide whose it is. */
export const deviceClaims = pgTable(
  'device_claims',
  {
    ...ids(),
    imei: text().notNull(),
    deviceModel: text('device_model').notNull(),
    imsi: text(),
    name: text().notNull(),
    mobileNumber: text('mobile_number'),
    companyId: integer('company_id').references(() => companies.id),
    branchId: integer('branch_id').references(() => branches.id),
    /** Null: it was registered before its digits had to be its own. */
    askedById: integer('asked_by_id').references(() => users.id),
    /** Of one that was registered before, and shares its digits with another. */
    deviceId: integer('device_id').references(() => devices.id),
    status: text({ enum: claimStatuses }).notNull().default('OPEN'),
    decidedById: integer('decided_by_id').references(() => users.id),
    decidedAt: instant('decided_at'),
    ...times,
  },
  (t) => [
    uniqueIndex('device_claims_open')
      .on(t.imei, sql`coalesce(company_id, 0)`)
      .where(sql`status = 'OPEN'`),
    index('device_claims_created').on(t.createdAt),
  ],
)
