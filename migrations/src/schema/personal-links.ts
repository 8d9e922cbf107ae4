import { personalLinks as kinds } from '@carewatch/contracts/personal-links'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ids, instant } from './columns.ts'
import { users } from './people.ts'

/** What lets a program of somebody's own read what is theirs: their calendar, their Home Assistant. */
export const personalLinks = pgTable(
  'personal_links',
  {
    ...ids(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: kinds }).notNull(),
    /** Stands in the secret, before what is secret of it. */
    publicId: text('public_id').notNull().unique(),
    /** SHA-256 of the whole secret: what has 256 random bits needs no slow hash. */
    secretHash: text('secret_hash').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
    lastUsedFrom: text('last_used_from'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('personal_links_open')
      .on(t.userId, t.kind)
      .where(sql`ended_at is null`),
    index('personal_links_user').on(t.userId),
  ],
)
