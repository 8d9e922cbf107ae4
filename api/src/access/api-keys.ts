import { Refusal } from '@carewatch/contracts/refusal'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Log } from '../log.ts'
import type { AccessTokens } from './access-tokens.ts'
import { type KeySecret, readSecret } from './key-secret.ts'
import { type KnownKey, opensUntil } from './key-viewer.ts'
import type { Session } from './sessions.ts'
import { grantedTo } from './smart-scopes.ts'
import { createShortMemory } from './short-memory.ts'
import { thumbprintOf } from './thumbprint.ts'
import { sessionOfKey, sessionOfToken, type Viewers } from './viewers.ts'
import { createWindows } from './windows.ts'

const MINUTE_MS = 60_000
const GUESSES_A_MINUTE = 30
export const KEY_CALLS_A_MINUTE = 600

const tooMany = (retryAfterSeconds: number): Refusal =>
  new Refusal('tooMany', 'tooMany', { retryAfterSeconds })

type Parts = { db: Db; viewers: Viewers; log: Log; accessTokens: AccessTokens }

/** Whether its program may sign in by that public key now. */
const hasPublicKey = (key: KnownKey | undefined, thumbprint: string, now: number): key is KnownKey =>
  (key?.jwks?.some((one) => thumbprintOf(one) === thumbprint) ?? false) &&
  (key?.expiresAt?.getTime() ?? Infinity) > now

/** Once a minute for each key, also of several processes. */
const createNoteUsed = (db: Db, log: Log) =>
  createShortMemory(async (used: string) => {
    const [publicId = '', address = ''] = used.split(' ')
    const isDue = or(isNull(apiKeys.lastUsedAt), sql`${apiKeys.lastUsedAt} < now() - interval '1 minute'`)
    const noted = db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()`, lastUsedFrom: address })
      .where(and(eq(apiKeys.publicId, publicId), isDue))
    await noted.catch((err: unknown) => log.warn({ err }, 'the use of a key was not noted'))
  }, MINUTE_MS)

/** Lets programs in by the key of a company. Wrong, unknown, expired and revoked ones are refused alike, and only so many from one address. */
export function createApiKeys({ db, viewers, log, accessTokens }: Parts) {
  const guesses = createWindows({ most: GUESSES_A_MINUTE, everyMs: MINUTE_MS })
  const calls = createWindows({ most: KEY_CALLS_A_MINUTE, everyMs: MINUTE_MS })

  const noteUsed = createNoteUsed(db, log)

  function countWrong(address: string, now = Date.now()): void {
    const wait = guesses.secondsToWait(address, now)
    if (wait > 0) throw tooMany(wait)
    guesses.count(address, now)
  }

  function refuse(address: string, now: number): never {
    countWrong(address, now)
    throw new Refusal('unauthenticated')
  }

  /** Whose a secret is of which a broker knows the hash, for a program that comes to it from this address. */
  async function openHashed(secret: KeySecret | undefined, address: string, now: number): Promise<Session> {
    if (!secret) return refuse(address, now)
    // A secret that is good is let in whatever others behind its address try: 256 bits are not guessed.
    let key = await viewers.byKey(secret.publicId)
    let endsAt = opensUntil(key, secret.hash, now)
    if (endsAt === undefined && guesses.secondsToWait(address, now) === 0) {
      // Made or rotated by another process, of which this one has not heard yet: no program is told that its new secret is wrong.
      key = await viewers.byKeyNow(secret.publicId)
      endsAt = opensUntil(key, secret.hash, now)
    }
    if (!key || endsAt === undefined) return refuse(address, now)
    void noteUsed.get(`${secret.publicId} ${address}`)
    return { uuid: sessionOfKey(secret), viewer: key.viewer, endsAt }
  }

  /** Whose an access token is: as long as its key is good, and holds the public key by which it was asked for. */
  async function openToken(text: string, address: string, now = Date.now()): Promise<Session> {
    const granted = await accessTokens.read(text)
    // Whoever forgot to ask for a new one guesses nothing.
    if (granted === 'over') throw new Refusal('unauthenticated')
    if (!granted) return refuse(address, now)
    const { publicId, thumbprint, scope, endsAt } = granted
    let key = await viewers.byKey(publicId)
    if (!hasPublicKey(key, thumbprint, now)) key = await viewers.byKeyNow(publicId)
    if (!hasPublicKey(key, thumbprint, now)) return refuse(address, now)
    void noteUsed.get(`${publicId} ${address}`)
    const ends = Math.min(endsAt, key.expiresAt?.getTime() ?? endsAt)
    return { uuid: sessionOfToken(granted), viewer: grantedTo(key.viewer, scope), endsAt: ends }
  }

  return {
    openToken,
    /** Counts a wrong try to sign in from this address; whoever tries too often hears when to come again. */
    countWrong,
    /** Whose a secret is, for a call or a socket from this address. */
    open: (text: string, address: string, now = Date.now()): Promise<Session> =>
      openHashed(readSecret(text), address, now),
    openHashed: (secret: KeySecret | undefined, address: string): Promise<Session> =>
      openHashed(secret, address, Date.now()),
    /** Counts a call; whoever calls too often hears when to come again. */
    countCall(session: Session, now = Date.now()): void {
      const name = session.viewer.uuid
      const wait = calls.secondsToWait(name, now)
      if (wait > 0) throw tooMany(wait)
      calls.count(name, now)
    },
    forgetOld(): void {
      for (const memory of [guesses, calls, noteUsed]) memory.forgetOld()
    },
  }
}
export type ApiKeys = ReturnType<typeof createApiKeys>
