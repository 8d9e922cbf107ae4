import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { ids, instant } from './columns.ts'

/**
 * A company that comes from another installation (`admin company import`): what its devices measured is stored first, in many commits, under numbers that no device has yet.
 * Written before the first of them, so that whatever ends the import on the way, what it left is found and taken away.
 */
export const companyArrivals = pgTable('company_arrivals', {
  ...ids(),
  companyUuid: uuid('company_uuid').notNull(),
  /** The numbers that are kept for it. */
  deviceIds: integer('device_ids').array().notNull(),
  gatewayIds: integer('gateway_ids').array().notNull(),
  beganAt: instant('began_at').notNull().defaultNow(),
  /** Set in the commit that has all the rest; null: it is on its way, or was broken off. */
  arrivedAt: instant('arrived_at'),
})
