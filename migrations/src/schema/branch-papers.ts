import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, ids, instant } from './columns.ts'
import { branches, companies, users } from './people.ts'

export const paperKinds = ['MONTHLY_PACK', 'SHIFT_SHEET'] as const

/** What a branch handed out or over, as it stood then: the pack of a month, the sheet of a shift. As with the file of an incident, nothing changes one but erasing. */
export const branchPapers = pgTable(
  'branch_papers',
  {
    ...ids(),
    kind: text({ enum: paperKinds }).notNull(),
    /** The first figures of its hash, as they are printed. */
    number: text().notNull().unique(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    /** Of which time it is. */
    fromAt: instant('from_at').notNull(),
    toAt: instant('to_at').notNull(),
    /** Every wearer and every account that stands in it: by these it is erased. */
    wearerIds: integer('wearer_ids').array().notNull().default([]),
    userIds: integer('user_ids').array().notNull().default([]),
    /** As each of these accounts is called in it, in their order: they may be called otherwise when they are erased. */
    userNames: text('user_names').array().notNull().default([]),
    /** SHA-256 of what it held when it was made. */
    hash: bytea().notNull(),
    /** Canonical JSON (contracts/src/canonical.ts). */
    content: text().notNull(),
    /** When somebody who stands in it was erased, and taken out of it. */
    redactedAt: instant('redacted_at'),
    /** Its time was not over then. */
    wasOpen: boolean('was_open').notNull(),
    issuedAt: instant('issued_at').notNull(),
    /** Null: it was made by itself. */
    issuedById: integer('issued_by_id').references(() => users.id),
  },
  (t) => [
    // Of several processes that make the sheet of a shift one does.
    uniqueIndex('branch_papers_shift')
      .on(t.branchId, t.toAt)
      .where(sql`kind = 'SHIFT_SHEET'`),
    index('branch_papers_branch').on(t.branchId, t.kind, t.fromAt),
    index('branch_papers_wearers').using('gin', t.wearerIds),
    index('branch_papers_users').using('gin', t.userIds),
  ],
)
