import type { PublicJwk } from '@carewatch/contracts/jwks'
import type { Scope } from '@carewatch/contracts/scopes'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { identities, isIdentity } from './identity.ts'
import { isSameHash } from './key-secret.ts'
import { personColumns, type Viewer } from './viewer.ts'

/** An API key as it is looked up: who looks by it, and what opens it. */
export type KnownKey = {
  id: number
  uuid: string
  publicId: string
  secretHash: string
  formerHash: string | null
  formerUntil: Date | null
  expiresAt: Date | null
  jwks: readonly PublicJwk[] | null
  viewer: Viewer
}

/** When what it was opened by ends: a secret of before the last rotation by its grace. */
function endOf({ expiresAt, formerUntil }: KnownKey, isFormer: boolean): number {
  const ends = [expiresAt, isFormer ? formerUntil : null].flatMap((end) => end?.getTime() ?? [])
  return Math.min(Number.POSITIVE_INFINITY, ...ends)
}

/** Of which key this is a secret that is good now, and until when. */
export function opensUntil(key: KnownKey | undefined, hash: string, now: number): number | undefined {
  if (!key) return undefined
  const isCurrent = isSameHash(hash, key.secretHash)
  const isFormer = isSameHash(hash, key.formerHash)
  if (!isCurrent && !isFormer) return undefined
  const ends = endOf(key, !isCurrent)
  return ends > now ? ends : undefined
}

type Place = { id: number; uuid: string }

/** Of those that were named, the ones that are there and in use; null: every branch of the company. */
const openBranches = sql<Place[] | null>`case when ${apiKeys.branchIds} is null then null else (
  select coalesce(jsonb_agg(jsonb_build_object('id', ${branches.id}, 'uuid', ${branches.uuid}) order by ${branches.id}), '[]')
  from ${branches} where ${branches.id} = any(${apiKeys.branchIds}) and ${branches.companyId} = ${apiKeys.companyId}
    and ${branches.isActive} and ${branches.deletedAt} is null) end`

/** Not revoked, not expired, and its company is open. */
const isGood = (): SQL | undefined =>
  and(
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > now()`),
    eq(companies.isActive, true),
    isNull(companies.deletedAt),
  )

type Row = {
  viewer: Omit<Viewer, 'mustSetUpTwoStep' | 'key' | 'branchIds'>
  scopes: Scope[]
  places: Place[] | null
}

/**
 * A key looks as itself: at all of its company as a manager does, at named branches as a nurse does. Which calls it may make at all is decided by its
 * scopes, and by what these two roles may.
 */
function viewerOf({ viewer, scopes, places }: Row): Viewer | undefined {
  const looking = { ...viewer, mustSetUpTwoStep: false, mustChangePassword: false }
  if (places === null) return { ...looking, role: 'MANAGER', key: { scopes, branchUuids: null } }
  // Where something new stands that names no place.
  const [first] = places
  if (!first) return undefined
  const branchUuids = places.map(({ uuid }) => uuid)
  const branchIds = places.map(({ id }) => id)
  const at = { branchId: first.id, branchUuid: first.uuid, branchIds }
  return { ...looking, ...at, role: 'SUPERVISOR', key: { scopes, branchUuids } }
}

/** Public part → the key, of those that are good. */
export async function loadKeys(db: Db, publicIds: readonly string[]): Promise<Map<string, KnownKey>> {
  if (publicIds.length === 0) return new Map()
  // Nobody is signed in yet: a key is found by its public part, and opened by its hash.
  const rows = await db
    .select({
      id: apiKeys.id,
      uuid: apiKeys.uuid,
      publicId: apiKeys.publicId,
      secretHash: apiKeys.secretHash,
      formerHash: apiKeys.formerHash,
      formerUntil: apiKeys.formerUntil,
      expiresAt: apiKeys.expiresAt,
      jwks: apiKeys.jwks,
      scopes: apiKeys.scopes,
      places: openBranches,
      viewer: personColumns,
      company: { id: companies.id, uuid: companies.uuid },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .innerJoin(identities, isIdentity)
    .innerJoin(companies, eq(companies.id, apiKeys.companyId))
    .where(and(inArray(apiKeys.publicId, [...publicIds]), isGood()))
  return new Map(
    rows.flatMap(({ viewer: person, company, scopes, places, ...key }) => {
      const placed = { companyId: company.id, companyUuid: company.uuid, branchId: null, branchUuid: null }
      const viewer = viewerOf({ viewer: { ...person, ...placed }, scopes, places })
      return viewer ? [[key.publicId, { ...key, viewer }] as const] : []
    }),
  )
}
