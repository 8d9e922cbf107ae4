import { type Chain, chainFamilies } from '@carewatch/contracts/escalation'
import { index, integer, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { alarms } from './alarms.ts'
import { deletable, ids, instant, times } from './columns.ts'
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
