import type { PublicJwk } from '@carewatch/contracts/jwks'
import type { Scope } from '@carewatch/contracts/scopes'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { ids, instant } from './columns.ts'
import { companies, users } from './people.ts'

/** What lets a partner's program in, in the name of a company. */
export const apiKeys = pgTable(
  'api_keys',
  {
    ...ids(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    /** The row by which it is named where it did something: deleted and inactive from its first moment, so it is nobody's account. */
    userId: integer('user_id')
      .notNull()
      .unique()
      .references(() => users.id),
    name: text().notNull(),
    /** Stands in the secret, before what is secret of it. */
    publicId: text('public_id').notNull().unique(),
    /** SHA-256 of the whole secret: what has 256 random bits needs no slow hash. */
    secretHash: text('secret_hash').notNull(),
    formerHash: text('former_hash'),
    formerUntil: instant('former_until'),
    /** By which its program may sign in instead of by its secret (SMART backend services). */
    jwks: jsonb().$type<PublicJwk[]>(),
    scopes: jsonb().$type<Scope[]>().notNull(),
    /** Null: every branch of its company, also those to come. */
    branchIds: integer('branch_ids').array(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdById: integer('created_by_id')
      .notNull()
      .references(() => users.id),
    rotatedAt: instant('rotated_at'),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    lastUsedFrom: text('last_used_from'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    index('api_keys_company')
      .on(t.companyId)
      .where(sql`revoked_at is null`),
  ],
)

/** Each signed request for an access token, until it has run out: none is good twice. */
export const signedRequests = pgTable(
  'signed_requests',
  {
    apiKeyId: integer('api_key_id')
      .notNull()
      .references(() => apiKeys.id),
    /** SHA-256 of its name (`jti`). */
    nameHash: text('name_hash').notNull(),
    forgetAt: instant('forget_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.nameHash] }), index('signed_requests_forget').on(t.forgetAt)],
)
