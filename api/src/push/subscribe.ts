import type { subscribePush as contract } from '@carewatch/contracts/http/push'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { pushSubscriptions, sessions } from '@carewatch/migrations/schema/people'
import { and, desc, eq, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { idsOfAccounts } from '../access/identity.ts'
import type { Caller } from '../access/viewer.ts'
import type { Env } from '../env.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { isPushService } from './hosts.ts'

/** Browsers a person can be told on; a further one takes the place of the one that was heard of least lately. */
const MOST_BROWSERS = 20

type Given = Input<typeof contract>['body']
type Parts = { db: Db; env: Env }

/** The caller's sign-in, held until the end of the transaction: one that is ended meanwhile takes the browser with it. */
async function heldSession(tx: Db, { id, sessionUuid }: Caller): Promise<number> {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.uuid, sessionUuid), eq(sessions.userId, id), isNull(sessions.endedAt)))
    .for('share')
  if (!session) throw new Refusal('unauthenticated')
  return session.id
}

async function isKnown(tx: Db, caller: Caller, endpoint: string): Promise<boolean> {
  const known = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), isOf(caller)))
  return known.length > 0
}

const isOf = ({ identityId }: Caller): SQL => sql`${pushSubscriptions.userId} in ${idsOfAccounts(identityId)}`

/** A sign-in is on one browser, which has one address: what it had before is dead. */
async function forgetSurplus(tx: Db, caller: Caller, kept: { sessionId: number; endpoint: string }) {
  const { sessionId, endpoint, createdAt, id } = pushSubscriptions
  const newest = tx
    .select({ id })
    .from(pushSubscriptions)
    .where(isOf(caller))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST_BROWSERS)
  const replaced = and(eq(sessionId, kept.sessionId), ne(endpoint, kept.endpoint))
  await tx.delete(pushSubscriptions).where(and(isOf(caller), or(replaced, notInArray(id, newest))))
}

/** A browser belongs to whoever signed in there last, for as long as they are signed in. */
export async function subscribePush({ db, env }: Parts, caller: Caller, given: Given): Promise<null> {
  if (!env.VAPID_PRIVATE_KEY) throw new Refusal('conflict', 'noPush')
  if (!isPushService(given.endpoint, env.PUSH_HOSTS)) throw new InvalidFields({ endpoint: 'invalid' })
  const { endpoint, keys } = given
  await db.transaction(async (tx) => {
    const sessionId = await heldSession(tx, caller)
    const wasKnown = await isKnown(tx, caller, endpoint)
    const values = { userId: caller.id, sessionId, endpoint, ...keys, createdAt: sql`clock_timestamp()` }
    await tx
      .insert(pushSubscriptions)
      .values(values)
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
    await forgetSurplus(tx, caller, { sessionId, endpoint })
    // A browser says at each start where it is reached; only the first time is news.
    if (wasKnown) return
    const { uuid, companyId } = caller
    await audit(tx, caller, { action: 'updated', entity: 'user', uuid, companyId })
  })
  return null
}
