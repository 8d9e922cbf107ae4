import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** The chain over the audit log: one link for each row, in the order in which they were sealed. */
export const auditSeals = pgTable('audit_seals', {
  position: integer().primaryKey(),
  /** No reference: a link outlives its row, so that a row taken away is missed. */
  auditId: integer('audit_id').notNull().unique(),
  /** SHA-256 over the hash of the link before and what the row says (platform/src/audit/chain.ts). */
  hash: bytea().notNull(),
  sealedAt: instant('sealed_at').notNull(),
})

/** The newest link, so that an end that is cut off is missed too; whoever seals holds this row. */
export const auditChain = pgTable(
  'audit_chain',
  {
    isOne: boolean('is_one').primaryKey().default(true),
    position: integer().notNull(),
    hash: bytea().notNull(),
    sealedAt: instant('sealed_at'),
  },
  (t) => [check('audit_chain_is_one', sql`${t.isOne}`)],
)
