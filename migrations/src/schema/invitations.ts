import { invitationKinds, type InvitationGift, invitationStatuses } from '@carewatch/contracts/invitations'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ids, instant, times } from './columns.ts'
import { devices, relatives } from './devices.ts'
import { companies, users } from './people.ts'
import { wearers } from './wearers.ts'

/** What somebody asked of an account that is not theirs: nothing is linked before that account's person says yes. */
export const invitations = pgTable(
  'invitations',
  {
    ...ids(),
    kind: text({ enum: invitationKinds }).notNull(),
    status: text({ enum: invitationStatuses }).notNull().default('OPEN'),
    askedById: integer('asked_by_id')
      .notNull()
      .references(() => users.id),
    /** On whose behalf; null: a family's, or an administrator's without a company. */
    companyId: integer('company_id').references(() => companies.id),
    /** The address that was typed, in small letters; null: an account was named. */
    email: text(),
    /** The account that was named, or that opened the link of the letter. */
    userId: integer('user_id').references(() => users.id),
    deviceId: integer('device_id').references(() => devices.id),
    /** Who wore the device when it was asked. */
    wearerId: integer('wearer_id').references(() => wearers.id),
    /** The entry in the phonebook that waits for its account. */
    relativeId: integer('relative_id').references(() => relatives.id, { onDelete: 'set null' }),
    gift: jsonb().$type<InvitationGift>().notNull().default({}),
    /** SHA-256 of the token in the letter's link. */
    tokenHash: text('token_hash').notNull().unique(),
    lapsesAt: instant('lapses_at')
      .notNull()
      .default(sql`now() + interval '14 days'`),
    answeredAt: instant('answered_at'),
    ...times,
  },
  (t) => [
    index('invitations_user')
      .on(t.userId)
      .where(sql`user_id is not null`),
    index('invitations_email')
      .on(t.email)
      .where(sql`email is not null`),
    index('invitations_asked_by').on(t.askedById, t.createdAt),
    index('invitations_company').on(t.companyId, t.createdAt),
    index('invitations_device').on(t.deviceId),
    uniqueIndex('invitations_relative')
      .on(t.relativeId)
      .where(sql`status = 'OPEN' and relative_id is not null`),
  ],
)
