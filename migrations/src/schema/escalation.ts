import { type Chain, chainFamilies, channels, deliveryReasons } from '@carewatch/contracts/escalation'
import { troubles } from '@carewatch/contracts/watch'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { alarms } from './alarms.ts'
import { bytea, deletable, ids, instant, times } from './columns.ts'
import { branches, companies, users } from './people.ts'

/** What a company, or one of its branches, set in place of the default chain of a family of alarms. */
export const escalationChains = pgTable(
  'escalation_chains',
  {
    ...ids(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    /** Null: for every branch that set nothing of its own. */
    branchId: integer('branch_id').references(() => branches.id),
    family: text({ enum: chainFamilies }).notNull(),
    chain: jsonb().$type<Chain>().notNull(),
    updatedById: integer('updated_by_id').references(() => users.id),
    ...times,
  },
  (t) => [unique('escalation_chains_place').on(t.companyId, t.branchId, t.family).nullsNotDistinct()],
)

/** How far the chain of an alarm has come. The timer is this row: whoever sweeps next goes on where the last one stopped. */
export const escalations = pgTable(
  'escalations',
  {
    alarmId: integer('alarm_id')
      .primaryKey()
      .references(() => alarms.id),
    /** As it was when the alarm opened: who edits a chain changes the alarms to come. */
    chain: jsonb().$type<Chain>().notNull(),
    /** How often it was begun: anew when the alarm became graver or called again. */
    run: smallint().notNull().default(0),
    round: smallint().notNull().default(0),
    /** The step that comes next. */
    step: smallint().notNull().default(0),
    /** By how much a step that nobody could be told by brought the later ones of its round forward; the next round comes when it should. */
    aheadMs: integer('ahead_ms').notNull().default(0),
    /** When it is due; null: it rests, for the alarm is over or all is said. */
    dueAt: instant('due_at'),
    ...times,
  },
  (t) => [index('escalations_due').on(t.dueAt)],
)

/** Who is on duty in a branch, from when to when. */
export const duties = pgTable(
  'duties',
  {
    ...ids(),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    fromAt: instant('from_at').notNull(),
    toAt: instant('to_at').notNull(),
    createdById: integer('created_by_id').references(() => users.id),
    ...deletable,
  },
  (t) => [index('duties_branch').on(t.branchId, t.toAt)],
)

/** How each channel that is set up fares, as the engines that send by it know. */
export const channelStates = pgTable('channel_states', {
  channel: text({ enum: channels }).primaryKey(),
  /** What people find it by: the bot's name. */
  name: text(),
  /** Since when nothing came through; null while it works. */
  failingSince: instant('failing_since'),
  reason: text({ enum: deliveryReasons }),
  lastSentAt: instant('last_sent_at'),
  /** When an engine that has it last said so. */
  seenAt: instant('seen_at').notNull().defaultNow(),
})

/** A link by which a person connects their Telegram: good once, for a short while. */
export const telegramLinks = pgTable('telegram_links', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Who reads the table cannot follow the link. */
  codeHash: bytea('code_hash').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
})

/** What is wrong with the portal itself, from when to when. */
export const watchFindings = pgTable(
  'watch_findings',
  {
    ...ids(),
    trouble: text({ enum: troubles }).notNull(),
    /** Which channel or disk. */
    subject: text().notNull().default(''),
    since: instant('since').notNull().defaultNow(),
    toldAt: instant('told_at'),
    overAt: instant('over_at'),
  },
  (t) => [
    uniqueIndex('watch_findings_open')
      .on(t.trouble, t.subject)
      .where(sql`over_at is null`),
  ],
)
