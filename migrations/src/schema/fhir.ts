import type { BulkType } from '@carewatch/contracts/http/fhir-bulk'
import { boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { ids, instant, times } from './columns.ts'
import { branches, companies, users } from './people.ts'

/** An export in bulk that somebody asked for. What it holds is read when it is fetched: nothing of anybody is kept here. */
export const fhirExports = pgTable(
  'fhir_exports',
  {
    ...ids(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    /** Whose it is, a person's or a key's, and nobody else's. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Of people and what belongs to them alone. */
    ofPatients: boolean('of_patients').notNull(),
    /** Of the people of this branch alone. */
    branchId: integer('branch_id').references(() => branches.id),
    types: text().array().$type<BulkType[]>().notNull(),
    /** Resources that changed since, where it was asked for. */
    since: instant('since'),
    /** The address by which it was asked for. */
    request: text().notNull(),
    /** So many of the kinds were looked through for whether there is anything of them, and of which there is. */
    looked: smallint().notNull().default(0),
    found: text().array().$type<BulkType[]>().notNull().default([]),
    createdAt: times.createdAt,
  },
  (t) => [index('fhir_exports_company').on(t.companyId), index('fhir_exports_created').on(t.createdAt)],
)
