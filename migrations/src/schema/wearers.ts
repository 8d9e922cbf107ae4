import { languages } from '@carewatch/contracts/languages'
import { DAY, routineSources } from '@carewatch/contracts/routines'
import { assignmentEnds, fallRisks, sexes, wearerStatuses } from '@carewatch/contracts/wearers'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, deletable, ids, instant, times } from './columns.ts'
import { contactColumns, devices, type fences, type watchSettings } from './devices.ts'
import { branches, companies, users } from './people.ts'
import { rooms } from './rooms.ts'

/** A person under care: not an account, and not a watch. */
export const wearers = pgTable(
  'wearers',
  {
    ...ids(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull().default(''),
    imageUrl: text('image_url'),
    dob: date(),
    sex: text({ enum: sexes }),
    language: text({ enum: languages }),
    status: text({ enum: wearerStatuses }).notNull().default('ACTIVE'),
    /** Why they are away, and until when, as far as that is known. */
    awayReason: text('away_reason'),
    awayUntil: instant('away_until'),
    /** Since when they are here again; null: they never were away. */
    hereSince: instant('here_since'),
    companyId: integer('company_id').references(() => companies.id),
    branchId: integer('branch_id').references(() => branches.id),
    roomId: integer('room_id').references(() => rooms.id),
    bed: text(),
    /** Since when they lie there, written by a trigger; null: since they are known. */
    placedAt: instant('placed_at'),
    /** Their own account, where they have one. */
    userId: integer('user_id').references(() => users.id),
    /** Made of a watch and its owner, by a step or because nobody named a person: somebody has to look whether it is they who wear it. */
    toCheck: boolean('to_check').notNull().default(false),
    erasedAt: instant('erased_at'),
    ...deletable,
  },
  (t) => [
    index('wearers_company').on(t.companyId),
    index('wearers_branch').on(t.branchId),
    index('wearers_room')
      .on(t.roomId)
      .where(sql`room_id is not null`),
    uniqueIndex('wearers_user')
      .on(t.userId)
      .where(sql`user_id is not null and deleted_at is null`),
  ],
)

/**
 * Who wore, wears and is to wear which watch from when until when. A watch has one wearer at a time: the database refuses an overlap
 * (`sql/0025_wearers.sql`). Whose a fact is follows from its own time: `worn_since`; what is planned: `sql/0032_planned.sql`.
 */
export const assignments = pgTable(
  'assignments',
  {
    ...ids(),
    wearerId: integer('wearer_id')
      .notNull()
      .references(() => wearers.id),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    startedAt: instant('started_at').notNull(),
    /** Null: until somebody ends it; in the future: it is planned to end. */
    endedAt: instant('ended_at'),
    /** When what its beginning or its end brings about is still to be done: as it is planned to begin, then as it is planned to end; null: nothing is planned. */
    dueAt: instant('due_at'),
    /** When the device was cleared of who wore it: the moment in which somebody said that it ended, or in which the planned end was done. */
    clearedAt: instant('cleared_at'),
    /** Since when the company has them that has them now, where they came from another: its staff see nothing of before. */
    movedAt: instant('moved_at'),
    end: text({ enum: assignmentEnds }),
    /** Null: the system. */
    startedById: integer('started_by_id').references(() => users.id),
    endedById: integer('ended_by_id').references(() => users.id),
    ...times,
  },
  (t) => [
    index('assignments_device').on(t.deviceId, t.startedAt),
    index('assignments_wearer').on(t.wearerId, t.startedAt),
    index('assignments_due')
      .on(t.dueAt)
      .where(sql`due_at is not null`),
  ],
)

/** The accounts around a wearer: who is responsible for them, and who follows them. */
export const wearerRelations = pgTable(
  'wearer_relations',
  {
    ...ids(),
    wearerId: integer('wearer_id')
      .notNull()
      .references(() => wearers.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['OWNER', 'RELATIVE'] }).notNull(),
    maySeeLocation: boolean('may_see_location').notNull().default(true),
    /** What this account calls them, on its own screens and in its own messages alone. */
    nickname: text(),
    /** A relative reads the care facts only where the owner says so. */
    maySeeCare: boolean('may_see_care').notNull().default(false),
    /** From when on they see what the wearer's devices report; null: all of it. */
    since: instant('since'),
    /** Null: they are related now. Who no longer is stays known, for when they are to be forgotten. */
    until: instant('until'),
    ...times,
  },
  (t) => [
    uniqueIndex('wearer_relations_once').on(t.wearerId, t.userId),
    index('wearer_relations_user').on(t.userId),
  ],
)

/** What whoever answers an alarm has to know of a person: beside them, so that who lists people reads none of it. */
export const wearerCare = pgTable('wearer_care', {
  wearerId: integer('wearer_id')
    .primaryKey()
    .references(() => wearers.id),
  conditions: text().notNull().default(''),
  allergies: text().notNull().default(''),
  medicines: text().notNull().default(''),
  mobility: text().notNull().default(''),
  hearingAndSight: text('hearing_and_sight').notNull().default(''),
  fallRisk: text('fall_risk', { enum: fallRisks }),
  /** Null: nobody wrote it down. */
  doNotResuscitate: boolean('do_not_resuscitate'),
  howToGetIn: text('how_to_get_in').notNull().default(''),
  healthOrganisation: text('health_organisation').notNull().default(''),
  /** Locked: it opens doors elsewhere. */
  idNumberLocked: bytea('id_number_locked'),
  notes: text().notNull().default(''),
  ...times,
})

/** Of the settings of a watch those that are about who wears it, where they are not as they begin. */
export type KeptSettings = Partial<
  Pick<
    typeof watchSettings.$inferSelect,
    | 'limits'
    | 'sosContacts'
    | 'phonebook'
    | 'whitelistEnabled'
    | 'autoAnswer'
    | 'gpsEnabled'
    | 'stepsTarget'
    | 'heartRateIntervalMinutes'
    | 'bloodPressureIntervalMinutes'
    | 'reminders'
    | 'fallDetection'
    | 'fallSensitivity'
  >
>

export type KeptFence = Pick<
  typeof fences.$inferSelect,
  'name' | 'isHome' | 'lat' | 'lng' | 'radiusM' | 'polygon' | 'schedule' | 'severity' | 'isActive'
>

/** What was set for somebody on the watch they wore last, until they are given another. */
export const wearerKept = pgTable('wearer_kept', {
  wearerId: integer('wearer_id')
    .primaryKey()
    .references(() => wearers.id),
  settings: jsonb().$type<KeptSettings>().notNull().default({}),
  homeLat: doublePrecision('home_lat'),
  homeLng: doublePrecision('home_lng'),
  fences: jsonb().$type<KeptFence[]>().notNull().default([]),
  ...times,
})

/** Who is called for somebody, until they are given another watch: the entries that its phonebook had. */
export const keptRelatives = pgTable(
  'kept_relatives',
  {
    ...ids(),
    wearerId: integer('wearer_id')
      .notNull()
      .references(() => wearers.id),
    ...contactColumns(),
    ...times,
  },
  (t) => [
    index('kept_relatives_wearer').on(t.wearerId),
    index('kept_relatives_user')
      .on(t.userId)
      .where(sql`user_id is not null`),
  ],
)

/** What somebody's day is like as it counts, whoever says so, and what is told where it is not so (contracts/routines.ts); beside it what the clock remembers of it. */
export const wearerRoutines = pgTable(
  'wearer_routines',
  {
    wearerId: integer('wearer_id')
      .primaryKey()
      .references(() => wearers.id),
    inactivityMinutes: integer('inactivity_minutes'),
    /** Who says so; what is not the person's own is written by triggers. */
    inactivityFrom: text('inactivity_from', { enum: routineSources }).notNull().default('PERSON'),
    /** Since when it is as it is. */
    inactivitySince: instant('inactivity_since').notNull().defaultNow(),
    dayFrom: text('day_from').notNull().default(DAY.from),
    dayTo: text('day_to').notNull().default(DAY.to),
    /** Before then the clock finds nothing new. */
    inactivityLookAt: instant('inactivity_look_at').notNull().defaultNow(),
    checkInBy: text('check_in_by'),
    checkInFrom: text('check_in_from', { enum: routineSources }).notNull().default('PERSON'),
    checkInSince: instant('check_in_since').notNull().defaultNow(),
    checkInLookAt: instant('check_in_look_at').notNull().defaultNow(),
    /** When they said last, on the portal, that they are well; by a button it is an event of their watch. */
    checkedInAt: instant('checked_in_at'),
    ...times,
  },
  (t) => [
    index('wearer_routines_inactivity')
      .on(t.inactivityLookAt)
      .where(sql`inactivity_minutes is not null`),
    index('wearer_routines_check_in')
      .on(t.checkInLookAt)
      .where(sql`check_in_by is not null`),
  ],
)

/** The clock's own: since when it struck without a gap in which something may have been lost. One row. */
export const clockRounds = pgTable('clock_rounds', {
  id: smallint().primaryKey().default(1),
  at: instant('at').notNull(),
  steadySince: instant('steady_since').notNull(),
})
