import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, ids, instant, times } from './columns.ts'
import { users } from './people.ts'

/** What somebody signs in by beside, or in place of, their password: its key is on their machine, and here is what checks it. */
export const passkeys = pgTable(
  'passkeys',
  {
    ...ids(),
    /** By whom they sign in, wherever they work. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull().unique(),
    /** As their machine was told to call them. */
    userHandle: text('user_handle').notNull(),
    publicKey: bytea('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull().default([]),
    name: text().notNull(),
    createdAt: times.createdAt,
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

/** What a passkey was asked to sign: once, within minutes, by whichever process. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    kind: text({ enum: ['add', 'signIn'] }).notNull(),
    /** Who was asked; null: whoever comes. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expires').on(t.expiresAt), index('passkey_challenges_user').on(t.userId)],
)
