import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { JWKS_KEYS_MAX, JWKS_KID_MAX, JWKS_LENGTH_MAX } from '../jwks.ts'
import { Scope, scopes } from '../scopes.ts'
import { KnownPassword } from '../passwords.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { Named, requiredText } from './fields.ts'

export const API_KEY_NAME_MAX = 60
/** A company has no more that are not revoked. */
export const API_KEYS_MAX = 50
export const API_KEY_BRANCHES_MAX = 200
/** So long the secret of before is good after a new one was made. */
export const graceHours = [0, 1, 24] as const

export const ApiKey = z
  .object({
    uuid: Uuid,
    name: z.string(),
    /** What its secret begins with, to find it by in a partner's settings. */
    prefix: z.string(),
    scopes: z.array(Scope),
    company: Named,
    /** Null: every branch of its company, also those to come. */
    branches: z.array(Named).nullable(),
    createdAt: Instant,
    createdBy: Named.nullable(),
    rotatedAt: Instant.nullable(),
    /** Until when the secret of before the last rotation is good too. */
    formerUntil: Instant.nullable(),
    expiresAt: Instant.nullable(),
    /** By which its program may sign in instead of by its secret (SMART backend services). */
    publicKeys: z
      .array(z.object({ kid: z.string().max(JWKS_KID_MAX), alg: z.enum(['RS384', 'ES384']) }))
      .max(JWKS_KEYS_MAX),
    /** Written down at most once a minute. */
    lastUsedAt: Instant.nullable(),
    lastUsedFrom: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

const byUuid = z.object({ uuid: Uuid })
const withSecret = z.object({
  apiKey: ApiKey,
  /** Said this once: only its hash is kept. */
  secret: z.string(),
})
/** A password is asked for with each, and takes its work. */
const limit = { calls: 60, minutes: 10 }

export const allApiKeys = endpoint({
  method: 'GET',
  path: '/apiKeys/all',
  summary: 'The API keys of your company that are not revoked; an administrator may say of which company',
  allow: permissions.manageApiKeys,
  byKey: null,
  query: z.strictObject({ page: paging.page, size: paging.size, companyUuid: Uuid.optional() }),
  reply: z.object({ apiKeys: z.array(ApiKey), total: Total }),
})

export const newApiKey = endpoint({
  method: 'POST',
  path: '/apiKeys/new',
  summary:
    'Make an API key; an administrator says of which company. Its secret is said in the answer and never again; the password is asked for',
  allow: permissions.manageApiKeys,
  byKey: null,
  limit,
  body: z.strictObject({
    name: requiredText(API_KEY_NAME_MAX),
    scopes: z.array(Scope).min(1, { error: 'is required' }).max(scopes.length, { error: 'tooMany' }),
    /** Left out: every branch of the company. */
    branchUUIDs: z
      .array(Uuid)
      .min(1, { error: 'is required' })
      .max(API_KEY_BRANCHES_MAX, { error: 'tooMany' })
      .optional(),
    /** Left out: good until it is revoked. */
    expiresAt: Instant.optional(),
    companyUUID: Uuid.optional(),
    password: KnownPassword,
  }),
  reply: withSecret,
})

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/apiKeys/rotate/:uuid',
  summary:
    'Make a new secret for an API key; the one of before is good for the hours of grace, and none older. The password is asked for',
  allow: permissions.manageApiKeys,
  byKey: null,
  limit,
  params: byUuid,
  body: z.strictObject({ graceHours: z.literal(graceHours), password: KnownPassword }),
  reply: withSecret,
})

export const setPublicKeys = endpoint({
  method: 'POST',
  path: '/apiKeys/publicKeys/:uuid',
  summary:
    'Say by which public keys the program of an API key may sign in for FHIR (SMART backend services), or that it may not; access tokens by keys that are left out end at once. The password is asked for',
  allow: permissions.manageApiKeys,
  byKey: null,
  limit,
  params: byUuid,
  body: z.strictObject({
    /** A JWK Set as text, of RSA keys (RS384) and P-384 keys (ES384), each with a `kid`; null: none. */
    jwks: z.string().min(1).max(JWKS_LENGTH_MAX).nullable(),
    password: KnownPassword,
  }),
  reply: z.object({ apiKey: ApiKey }),
})

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/apiKeys/revoke/:uuid',
  summary: 'End an API key for good: calls by it are refused and its live sockets closed at once',
  allow: permissions.manageApiKeys,
  byKey: null,
  params: byUuid,
  reply: nothing,
})
