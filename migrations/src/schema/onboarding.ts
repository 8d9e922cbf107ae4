import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, ids, instant, times } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './people.ts'

export const onboardingRequests = pgTable(
  'onboarding_requests',
  {
    ...ids(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    supervisorId: integer('supervisor_id').references(() => users.id),
    status: text({ enum: ['SUBMITTED', 'APPROVED', 'REJECTED'] })
      .notNull()
      .default('SUBMITTED'),
    shipping: jsonb().$type<Record<string, string>>().notNull(),
    owner: jsonb().$type<Record<string, string>>().notNull(),
    /** Of the person of `owner`, for the device. */
    idNumberLocked: bytea('id_number_locked'),
    contactPerson: jsonb('contact_person').$type<Record<string, string>>().notNull(),
    deviceDetails: jsonb('device_details').$type<Record<string, number>>().notNull(),
    contacts: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    declarationConsentEmail: boolean('declaration_consent_email').notNull().default(false),
    declaredAt: instant('declared_at').notNull(),
    decidedById: integer('decided_by_id').references(() => users.id),
    decidedAt: instant('decided_at'),
    reason: text(),
    ...times,
  },
  (t) => [
    uniqueIndex('onboarding_requests_open')
      .on(t.deviceId)
      .where(sql`status = 'SUBMITTED'`),
  ],
)
