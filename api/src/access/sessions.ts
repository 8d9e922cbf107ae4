import { Refusal } from '@carewatch/contracts/refusal'
import { Uuid } from '@carewatch/contracts/wire'
import type { Db } from '@carewatch/platform/database/client'
import { branches, pushSubscriptions, sessions, users } from '@carewatch/migrations/schema/people'
import { and, asc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { holdToSignIn, idsOfAccounts, isLiving, type SignedIn } from './identity.ts'
import { audit } from './audit.ts'
import { whyEnded } from './open-sessions.ts'
import { moveSession } from './move-session.ts'
import { createShortMemory } from './short-memory.ts'
import type { Viewers } from './viewers.ts'
import type { Caller, Viewer } from './viewer.ts'

const SESSION_SECONDS = 12 * 3_600
const NOTE_SEEN_MS = 300_000

const Token = z.object({ sub: Uuid, jti: Uuid, exp: z.number() })
export type Session = { uuid: string; viewer: Viewer; endsAt: number }

type Machine = { address: string; userAgent: string | undefined }
type Parts = {
  db: Db
  viewers: Viewers
  log: Log
  /** Of this process, at once; the others hear of it from the database. */
  closeSockets: (session: string) => void
}
type Account = Pick<Viewer, 'id' | 'uuid' | 'companyId' | 'identityId'>

/** What a call brings with it to say who asks. */
export function bearerOf(authorization: string | undefined): string {
  const [scheme, text] = authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !text) throw new Refusal('unauthenticated')
  return text
}

/** A token names a session: it is good until that session ends, on every process and every open socket. */
export function createSessions(app: FastifyInstance, { db, viewers, log, closeSockets }: Parts) {
  const noteSeen = createShortMemory(async (uuid: string) => {
    const seen = db.update(sessions).set({ lastSeenAt: new Date() }).where(eq(sessions.uuid, uuid))
    await seen.catch((err: unknown) => log.warn({ err }, 'a session was not noted'))
  }, NOTE_SEEN_MS)
  const forgetting = setInterval(() => noteSeen.forgetOld(), NOTE_SEEN_MS).unref()
  app.addHook('onClose', () => clearInterval(forgetting))

  function read(text: string) {
    try {
      return Token.parse(app.jwt.verify(text))
    } catch {
      throw new Refusal('unauthenticated')
    }
  }

  async function open(text: string): Promise<Session> {
    const { sub, jti, exp } = read(text)
    const viewer = await viewers.bySession(jti)
    if (!viewer) throw await whyEnded(db, jti)
    if (viewer.uuid !== sub) throw new Refusal('unauthenticated')
    void noteSeen.get(jti)
    return { uuid: jti, viewer, endsAt: exp * 1_000 }
  }

  return {
    /** Signs this person in here; answers the token. */
    async start(viewer: Account, { address, userAgent }: Machine): Promise<string> {
      const uuid = await db.transaction(async (tx) => {
        if (!(await holdToSignIn(tx, viewer))) throw new Refusal('unauthenticated', 'signIn')
        const [session] = await tx
          .insert(sessions)
          .values({
            userId: viewer.id,
            address,
            userAgent: userAgent?.slice(0, 300) ?? null,
            expiresAt: sql`now() + ${SESSION_SECONDS} * interval '1 second'`,
          })
          .returning({ uuid: sessions.uuid })
        if (!session) throw new Refusal('unavailable')
        const who = { id: viewer.id, companyId: viewer.companyId, address }
        await audit(tx, who, { action: 'signedIn', entity: 'session', uuid: session.uuid })
        return session.uuid
      })
      return app.jwt.sign({ sub: viewer.uuid, jti: uuid }, { expiresIn: SESSION_SECONDS })
    },
    /** The same sign-in goes on as another account of its person, who was found to be theirs; answers the token. It ends when it would have ended. */
    async move(caller: Caller, account: Account, tx = db): Promise<string> {
      const { uuid, expiresAt } = await moveSession(tx, caller, account)
      closeSockets(caller.sessionUuid)
      const expiresIn = Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1_000))
      return app.jwt.sign({ sub: account.uuid, jti: uuid }, { expiresIn })
    },
    open,
    ofHeader: async (authorization: string | undefined): Promise<Session> => open(bearerOf(authorization)),
  }
}
export type Sessions = ReturnType<typeof createSessions>

const isOf = ({ identityId }: Pick<SignedIn, 'identityId'>, column: AnyPgColumn): SQL =>
  sql`${column} in ${idsOfAccounts(identityId)}`

/** Ends one session of a person; answers whether it was theirs and open. Sockets hear of it from the database; its browser is told of no more alarms. */
export async function endSession(db: Db, who: SignedIn, uuid: string): Promise<boolean> {
  const [ended] = await db
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(isOf(who, sessions.userId), eq(sessions.uuid, uuid), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  if (ended) await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, ended.id))
  return ended !== undefined
}

type Person = Pick<SignedIn, 'identityId'>

/** Ends every session of a person, wherever they work, but one, if given: what follows a new password. */
export async function endEverySession(db: Db, who: Person, except?: string): Promise<void> {
  const others = except === undefined ? undefined : ne(sessions.uuid, except)
  await db
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(isOf(who, sessions.userId), isNull(sessions.endedAt), others))
  await db.delete(pushSubscriptions).where(and(isOf(who, pushSubscriptions.userId), isMadeElsewhere(except)))
}

/** Whoever works elsewhere too, and is let in there, is told there of alarms by the browser they were told by here. */
async function handBrowsers(db: Db, userId: number): Promise<void> {
  const account = alias(users, 'account')
  const theirs = sql`(select ${account.identityId} from ${users} ${account} where ${account.id} = ${userId})`
  const [heir] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.identityId, theirs), ne(users.id, userId), isLiving))
    .orderBy(asc(users.id))
    .limit(1)
  const browsers = eq(pushSubscriptions.userId, userId)
  if (heir) await db.update(pushSubscriptions).set({ userId: heir.id }).where(browsers)
  else await db.delete(pushSubscriptions).where(browsers)
}

/**
 * Ends every session in which somebody acts for a company: what follows a new role there, a deactivation, or that the company says so. What they do
 * elsewhere is not the company's to end; but from there they come here only after they signed in anew.
 */
export async function endSessions(db: Db, userId: number): Promise<void> {
  // The account first: a sign-in that goes on as it in this moment waits for it, or is found below.
  await db
    .update(users)
    .set({ signedOutAt: sql`clock_timestamp()` })
    .where(eq(users.id, userId))
  await db
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
  await handBrowsers(db, userId)
}

/**
 * Ends the sign-ins of everybody of a company or branch that is inactive from now on. Their browsers are told of alarms still: its devices are heard for a
 * while, and somebody has to hear of a call for help.
 */
export async function endSessionsIn(
  db: Db,
  place: { companyId: number } | { branchId: number },
): Promise<void> {
  const isThere =
    'branchId' in place
      ? eq(users.branchId, place.branchId)
      : or(
          eq(users.companyId, place.companyId),
          sql`${users.branchId} in (select ${branches.id} from ${branches} where ${branches.companyId} = ${place.companyId})`,
        )
  const theirs = db
    .select({ id: users.id })
    .from(users)
    .where(and(isThere, ne(users.role, 'ADMIN')))
  await db
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(inArray(sessions.userId, theirs), isNull(sessions.endedAt)))
}

/** A browser of any sign-in but that one, also of one that nobody remembers. */
function isMadeElsewhere(uuid: string | undefined) {
  if (uuid === undefined) return undefined
  const kept = sql`(select ${sessions.id} from ${sessions} where ${sessions.uuid} = ${uuid})`
  return or(isNull(pushSubscriptions.sessionId), sql`${pushSubscriptions.sessionId} <> ${kept}`)
}

/** Sessions are kept a while after their end, for whoever looks into where somebody was signed in. */
const KEEP_DAYS = 90

export async function forgetOldSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now() - ${KEEP_DAYS} * interval '1 day'`))
}
