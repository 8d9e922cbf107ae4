import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { alarms } from './alarms.ts'
import { bytea, ids, instant } from './columns.ts'
import { branches, companies, users } from './people.ts'

/** The file of an incident as it was issued to somebody: by its number and hash what is printed is checked later. Nothing changes one but erasing. */
export const incidentFiles = pgTable(
  'incident_files',
  {
    ...ids(),
    /** The first figures of its hash, as they are printed. */
    number: text().notNull().unique(),
    /** The first alarm of its incident. */
    alarmId: integer('alarm_id')
      .notNull()
      .references(() => alarms.id),
    /** Every wearer and every account that stands in it: by these it is erased. */
    wearerIds: integer('wearer_ids').array().notNull().default([]),
    userIds: integer('user_ids').array().notNull().default([]),
    companyId: integer('company_id').references(() => companies.id),
    branchId: integer('branch_id').references(() => branches.id),
    /** SHA-256 of what it held when it was issued. */
    hash: bytea().notNull(),
    /** Canonical JSON (contracts/src/canonical.ts); null: somebody under care who stands in it was erased. */
    content: text(),
    /** When somebody who stands in it was erased, and taken out of it. */
    redactedAt: instant('redacted_at'),
    /** Some of the incident was open then. */
    wasOpen: boolean('was_open').notNull(),
    issuedAt: instant('issued_at').notNull(),
    issuedById: integer('issued_by_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    index('incident_files_alarm').on(t.alarmId),
    index('incident_files_wearers').using('gin', t.wearerIds),
  ],
)
