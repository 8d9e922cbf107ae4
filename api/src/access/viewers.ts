import type { Db } from '@carewatch/platform/database/client'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { createShortMemory } from './short-memory.ts'
import { idleAmong } from './open-sessions.ts'
import type { KeySecret } from './key-secret.ts'
import { isOfHome, loadHomeViewers } from './link-viewer.ts'
import { type KnownKey, loadKeys, opensUntil } from './key-viewer.ts'
import { thumbprintOf } from './thumbprint.ts'
import { loadViewersBySession, prepareViewerOfSession, type Viewer } from './viewer.ts'

const REMEMBER_MS = 2_000
const OF_KEY = 'key '
const OF_TOKEN = 'token '

/** What stands for the session of a program: its key, and by which of its secrets it came. */
export const sessionOfKey = ({ publicId, hash }: KeySecret): string => `${OF_KEY}${publicId} ${hash}`

/** What stands for the session of a program with an access token: its key, and the public key by which it was asked for. */
export const sessionOfToken = (by: { publicId: string; thumbprint: string }): string =>
  `${OF_TOKEN}${by.publicId} ${by.thumbprint}`

const isOfKey = (session: string): boolean => session.startsWith(OF_KEY)
const isOfPerson = (session: string): boolean => !isOfKey(session) && !isOfHome(session)

/** Session → who looks by it, of keys that are good by the secret they came with. */
async function loadKeyViewers(db: Db, sessions: readonly string[]): Promise<Map<string, Viewer>> {
  const secrets = sessions.map((session) => {
    const [publicId = '', hash = ''] = session.slice(OF_KEY.length).split(' ')
    return { session, publicId, hash }
  })
  const known = await loadKeys(db, [...new Set(secrets.map(({ publicId }) => publicId))])
  const now = Date.now()
  return new Map(
    secrets.flatMap(({ session, publicId, hash }) => {
      const key = known.get(publicId)
      return key && opensUntil(key, hash, now) !== undefined ? [[session, key.viewer] as const] : []
    }),
  )
}

/** Who looks by an access token that was asked for by this public key. */
async function loadTokenViewer(db: Db, session: string): Promise<Viewer | undefined> {
  const [publicId = '', thumbprint] = session.slice(OF_TOKEN.length).split(' ')
  const key = (await loadKeys(db, [publicId])).get(publicId)
  return key?.jwks?.some((jwk) => thumbprintOf(jwk) === thumbprint) ? key.viewer : undefined
}

/** Who is behind each session right now: at most two seconds old, and dropped at once when the database tells of a change. */
export function createViewers(db: Db, asksAdmins = false) {
  const memory = createShortMemory<string, Viewer | undefined>(
    prepareViewerOfSession(db, asksAdmins),
    REMEMBER_MS,
  )
  const keys = createShortMemory<string, KnownKey | undefined>(
    async (publicId) => (await loadKeys(db, [publicId])).get(publicId),
    REMEMBER_MS,
  )
  return {
    bySession: memory.get,
    byKey: keys.get,
    /** As it stands in the database now. */
    byKeyNow(publicId: string): Promise<KnownKey | undefined> {
      keys.forget(publicId)
      return keys.get(publicId)
    },
    forgetAll(): void {
      memory.forgetAll()
      keys.forgetAll()
    },
    forgetOld(): void {
      memory.forgetOld()
      keys.forgetOld()
    },
    /** As they stand in the database now, in one query for people and one for programs. */
    async loadAll(sessions: readonly string[]): Promise<Map<string, Viewer>> {
      const [people, programs, homes] = await Promise.all([
        loadViewersBySession(db, sessions.filter(isOfPerson), asksAdmins),
        loadKeyViewers(db, sessions.filter(isOfKey)),
        loadHomeViewers(db, sessions.filter(isOfHome)),
      ])
      return new Map([...people, ...programs, ...homes])
    },
    /** Who a program is as it stands in the database now, with all that its key holds. */
    programNow: (session: string): Promise<Viewer | undefined> =>
      forCompany(undefined, async () =>
        session.startsWith(OF_TOKEN)
          ? await loadTokenViewer(db, session)
          : (await loadKeyViewers(db, [session])).get(session),
      ),
    idleAmong: (sessions: readonly string[]) => idleAmong(db, sessions.filter(isOfPerson)),
  }
}
export type Viewers = ReturnType<typeof createViewers>
