import { languages } from '@carewatch/contracts/languages'
import type { LimitMap } from '@carewatch/contracts/limits'
import type { HouseRoutine } from '@carewatch/contracts/routines'
import type { IdleMinutes } from '@carewatch/contracts/idle'
import { roles, userTypes, type TwoStepRole } from '@carewatch/contracts/roles'
import { sourcePinnings } from '@carewatch/contracts/proof'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, deletable, ids, instant, times } from './columns.ts'

export const companies = pgTable('companies', {
  ...ids(),
  name: text().notNull(),
  code: text().notNull().unique(),
  address: text(),
  managerId: integer('manager_id').references((): AnyPgColumn => users.id),
  bookmarkValues: jsonb('bookmark_values').$type<string[]>().notNull().default([]),
  /** Alarm limits by metric name, for devices that set none of their own. */
  limits: jsonb().$type<LimitMap>().notNull().default({}),
  /** What its people's day is like, of whom neither they nor their branch say it; a trigger writes it to them. */
  routine: jsonb().$type<HouseRoutine>().notNull().default({}),
  /** How many parts of SMS may be paid for in a day; what is critical goes out all the same. */
  smsPartsADay: integer('sms_parts_a_day').notNull().default(500),
  /** What a watch over plain TCP may be sent from a network that it is not known by. */
  sourcePinning: text('source_pinning', { enum: sourcePinnings }).notNull().default('WARN'),
  /** Whoever holds one of these signs in by a second step too, from the next sign-in after `two_step_since` on. */
  twoStepRoles: jsonb('two_step_roles').$type<TwoStepRole[]>().notNull().default([]),
  twoStepSince: instant('two_step_since'),
  /** After how many minutes without a touch a sign-in of a role ends; of one that is not named after those of `idleMinutes`. */
  idleMinutes: jsonb('idle_minutes').$type<IdleMinutes>().notNull().default({}),
  /** So long its devices are heard after it, or a branch of it, became inactive (`sql/0043_grace.sql`). */
  graceDays: integer('grace_days').notNull().default(14),
  isActive: boolean('is_active').notNull().default(true),
  /** Written by a trigger; null: it is active. */
  inactiveSince: instant('inactive_since'),
  ...deletable,
})

export const branches = pgTable(
  'branches',
  {
    ...ids(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    code: text().notNull(),
    roomStatuses: jsonb('room_statuses').$type<string[]>().notNull().default([]),
    timeZone: text('time_zone').notNull().default('Asia/Jerusalem'),
    /** Alarm limits by metric name, before the company's. */
    limits: jsonb().$type<LimitMap>().notNull().default({}),
    /** What its people's day is like, before the company's. */
    routine: jsonb().$type<HouseRoutine>().notNull().default({}),
    isActive: boolean('is_active').notNull().default(true),
    /** Written by a trigger; null: it is active. */
    inactiveSince: instant('inactive_since'),
    ...deletable,
  },
  (t) => [uniqueIndex('branches_company_code').on(t.companyId, t.code)],
)

export const users = pgTable(
  'users',
  {
    ...ids(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull().default(''),
    userName: text('user_name').notNull(),
    email: text().notNull(),
    passwordHash: text('password_hash'),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    role: text({ enum: roles }).notNull(),
    userType: text('user_type', { enum: userTypes }).notNull().default('WATCH'),
    /** International form, digits only after the plus. */
    contactNumber: text('contact_number'),
    countryCode: text('country_code'),
    imageUrl: text('image_url'),
    selectedLanguage: text('selected_language', { enum: languages }).notNull().default('en'),
    timeZone: text('time_zone').notNull().default('Asia/Jerusalem'),
    isActive: boolean('is_active').notNull().default(true),
    supervisorId: integer('supervisor_id').references((): AnyPgColumn => users.id),
    companyId: integer('company_id').references((): AnyPgColumn => companies.id),
    branchId: integer('branch_id').references((): AnyPgColumn => branches.id),
    heightCm: integer('height_cm'),
    weightKg: integer('weight_kg'),
    gender: text({ enum: ['male', 'female', 'other'] }),
    smoking: boolean(),
    dob: date(),
    address: text(),
    passwordResetHash: text('password_reset_hash'),
    passwordResetExpiresAt: instant('password_reset_expires_at'),
    telegramUserName: text('telegram_user_name'),
    telegramChatId: text('telegram_chat_id'),
    telegramStatus: text('telegram_status', { enum: ['NONE', 'PENDING', 'REGISTERED', 'BLOCKED'] })
      .notNull()
      .default('NONE'),
    sendSms: boolean('send_sms').notNull().default(false),
    quietFrom: text('quiet_from').notNull().default('22:00'),
    quietTo: text('quiet_to').notNull().default('07:00'),
    /** A password somebody else chose dies here unless it was changed. */
    passwordExpiresAt: instant('password_expires_at'),
    /** Encrypted: who reads the table cannot make codes of it. */
    totpSecret: bytea('totp_secret'),
    /** Null: a secret that was shown and not yet confirmed by a code. */
    totpEnabledAt: instant('totp_enabled_at'),
    /** The time step of the last code, which is good once. */
    totpLastStep: integer('totp_last_step'),
    erasedAt: instant('erased_at'),
    /** When a link that went to this address was opened; null: nobody knows whether the mailbox is theirs. */
    emailProvenAt: instant('email_proven_at'),
    /** An address they want instead, until a link that went there was opened. */
    newEmail: text('new_email'),
    newEmailHash: text('new_email_hash'),
    newEmailExpiresAt: instant('new_email_expires_at'),
    /**
     * By whom this account signs in, where its person works with several companies; null: by itself. The row by which they sign in names itself here:
     * it is nobody's account, of no company, and has the address, the password and the second step.
     */
    identityId: integer('identity_id').references((): AnyPgColumn => users.id),
    /** When its company ended its sign-ins: a sign-in of before, at another company, does not come here. */
    signedOutAt: instant('signed_out_at'),
    ...deletable,
  },
  (t) => [
    uniqueIndex('users_email')
      .on(sql`lower(${t.email})`)
      .where(sql`deleted_at is null`),
    uniqueIndex('users_user_name')
      .on(sql`lower(${t.userName})`)
      .where(sql`deleted_at is null`),
    index('users_company').on(t.companyId),
    // Of thousands of customers the few whom the manager's step of a chain may mean.
    index('users_managers')
      .on(t.companyId)
      .where(sql`role = 'MANAGER'`),
    /** Few, among all accounts. */
    index('users_admins')
      .on(t.id)
      .where(sql`role = 'ADMIN'`),
    index('users_branch').on(t.branchId),
    index('users_supervisor').on(t.supervisorId),
    index('users_identity')
      .on(t.identityId)
      .where(sql`identity_id is not null`),
    // One account of a person in each company.
    uniqueIndex('users_identity_company')
      .on(t.identityId, sql`coalesce(${t.companyId}, 0)`)
      .where(sql`identity_id is not null and identity_id <> id and deleted_at is null`),
  ],
)

export const branchNurses = pgTable(
  'branch_nurses',
  {
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.branchId, t.userId] })],
)

/** Browsers that may be told of alarms while nobody looks at them (Web Push, RFC 8030). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    ...ids(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The sign-in it was made on; none where that one ended by itself so long ago that it is forgotten. */
    sessionId: integer('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    /** The address at the browser's push service; whoever knows it and the keys could write to this person. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: times.createdAt,
    lastSentAt: instant('last_sent_at'),
  },
  (t) => [index('push_subscriptions_user').on(t.userId), index('push_subscriptions_session').on(t.sessionId)],
)

/** One sign-in on one machine: its token is good until it ends. */
export const sessions = pgTable(
  'sessions',
  {
    ...ids(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    address: text(),
    userAgent: text('user_agent'),
    createdAt: times.createdAt,
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** When its person touched the screen last, to within some minutes. */
    actedAt: instant('acted_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [index('sessions_user').on(t.userId, t.createdAt), index('sessions_expires').on(t.expiresAt)],
)

/** Failed tries by account or address, under a hash: the table names nobody. */
export const failedTries = pgTable(
  'failed_tries',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    blockedUntil: instant('blocked_until').notNull(),
    forgetAt: instant('forget_at').notNull(),
  },
  (t) => [index('failed_tries_forget').on(t.forgetAt)],
)

/** From where and by which browser somebody signed in, under a hash with who it was: the table names nobody. */
export const knownPlaces = pgTable(
  'known_places',
  { key: text().primaryKey(), lastAt: instant('last_at').notNull().defaultNow() },
  (t) => [index('known_places_last').on(t.lastAt)],
)

/** A file a person sent: seen by them and by whoever may see the record it hangs on. */
export const uploads = pgTable(
  'uploads',
  {
    ...ids(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['PROFILE', 'DEVICE', 'WEARER', 'DOCUMENT'] })
      .notNull()
      .default('DOCUMENT'),
    /** Whose picture it is, once it is somebody's. */
    ofUserId: integer('of_user_id').references(() => users.id),
    /** A device's uuid, where it hangs on one: devices stand in a later table. */
    deviceUuid: text('device_uuid'),
    /** The uuid of the person under care whose photo it is, in the same way. */
    wearerUuid: text('wearer_uuid'),
    fileName: text('file_name').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: integer().notNull(),
    /** In the database: at most a megabyte, erased with its row, and the same for every api. */
    content: bytea().notNull(),
    completedAt: instant('completed_at'),
    ...deletable,
  },
  (t) => [
    index('uploads_user').on(t.userId),
    index('uploads_of_user').on(t.ofUserId),
    index('uploads_wearer')
      .on(t.wearerUuid)
      .where(sql`wearer_uuid is not null`),
  ],
)

export const auditLog = pgTable(
  'audit_log',
  {
    ...ids(),
    at: instant('at').notNull().defaultNow(),
    userId: integer('user_id').references(() => users.id),
    companyId: integer('company_id').references(() => companies.id),
    action: text().notNull(),
    entity: text(),
    entityUuid: text('entity_uuid'),
    address: text(),
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_log_company_at').on(t.companyId, t.at),
    index('audit_log_entity').on(t.entity, t.entityUuid),
  ],
)
