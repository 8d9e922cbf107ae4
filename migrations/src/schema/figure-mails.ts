import { figureMailPeriods } from '@carewatch/contracts/figures'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { ids, instant, times } from './columns.ts'
import { users } from './people.ts'

/** Who has the figures of their alarms sent by mail, how often, and when next. */
export const figureMails = pgTable(
  'figure_mails',
  {
    ...ids(),
    userId: integer('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    every: text({ enum: figureMailPeriods }).notNull(),
    dueAt: instant('due_at').notNull(),
    /** Until when one process alone sends it; later it was ended on the way, or the mail server refused. */
    leasedUntil: instant('leased_until')
      .notNull()
      .default(sql`'-infinity'`),
    ...times,
  },
  (t) => [index('figure_mails_due').on(t.dueAt)],
)
