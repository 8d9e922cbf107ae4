import { createHash } from 'node:crypto'
import { knownPlaces } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, gt, inArray, lt, sql } from 'drizzle-orm'

/** Whoever was away longer is new there. */
const KNOWN_DAYS = 90

/** From where somebody signs in: an address, and a browser that keeps a name it drew for itself. */
export type Place = { address: string; browser?: string | undefined }

const keyOf = (identity: string, kind: keyof Place, of: string): string =>
  createHash('sha256').update(`${identity}:${kind}:${of}`).digest('base64url')

const keysOf = (identity: string, { address, browser }: Place): string[] => [
  ...(browser === undefined ? [] : [keyOf(identity, 'browser', browser)]),
  keyOf(identity, 'address', address),
]

const isRecent = sql`now() - ${KNOWN_DAYS} * interval '1 day'`

/**
 * By what this person was let in before, the browser before the address; of whoever is nobody, or new here, nothing. Asked for nobody too, so that the time
 * of the answer tells nothing.
 */
export async function knownPlaceOf(db: Db, identity: string, place: Place): Promise<string | undefined> {
  const keys = keysOf(identity, place)
  const rows = await db
    .select({ key: knownPlaces.key })
    .from(knownPlaces)
    .where(and(inArray(knownPlaces.key, keys), gt(knownPlaces.lastAt, isRecent)))
  const known = new Set(rows.map(({ key }) => key))
  return keys.find((key) => known.has(key))
}

/** They were let in here. */
export async function rememberPlace(db: Db, identity: string, place: Place): Promise<void> {
  await db
    .insert(knownPlaces)
    .values(keysOf(identity, place).map((key) => ({ key })))
    .onConflictDoUpdate({ target: knownPlaces.key, set: { lastAt: sql`now()` } })
}

export async function forgetOldPlaces(db: Db): Promise<void> {
  await db.delete(knownPlaces).where(lt(knownPlaces.lastAt, isRecent))
}
