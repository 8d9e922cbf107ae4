import { Refusal } from '@carewatch/contracts/refusal'
import { sessions, users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from './audit.ts'
import { holdToSignIn } from './identity.ts'
import type { Caller, Viewer } from './viewer.ts'

/**
 * A sign-in acts as another account of its person from now on, under a new name, so that no token of before is good. Each of the two companies' logs has
 * what is its own: there they left, here they came.
 */
export async function moveSession(
  db: Db,
  caller: Caller,
  account: Pick<Viewer, 'id' | 'identityId' | 'companyId'>,
): Promise<{ uuid: string; expiresAt: Date }> {
  return db.transaction(async (tx) => {
    if (!(await holdToSignIn(tx, account))) throw new Refusal('notFound')
    const isTheirs = and(eq(sessions.uuid, caller.sessionUuid), eq(sessions.userId, caller.id))
    const [moved] = await tx
      .update(sessions)
      .set({
        uuid: sql`uuidv7()`,
        userId: account.id,
        lastSeenAt: sql`clock_timestamp()`,
        actedAt: sql`now()`,
      })
      .where(and(isTheirs, isNull(sessions.endedAt)))
      .returning()
    // Of two who switch at once with one token the second comes too late.
    if (!moved) throw new Refusal('conflict')
    const isEnded = and(eq(users.id, account.id), gt(users.signedOutAt, moved.createdAt))
    if ((await tx.$count(users, isEnded)) > 0) throw new Refusal('conflict', 'signInAgain')
    await audit(tx, caller, { action: 'signedOut', entity: 'session', uuid: caller.sessionUuid })
    const who = { id: account.id, companyId: account.companyId, address: caller.address }
    await audit(tx, who, { action: 'signedIn', entity: 'session', uuid: moved.uuid })
    await tx.execute(sql`select pg_notify('user_changed', ${caller.uuid})`)
    return moved
  })
}
