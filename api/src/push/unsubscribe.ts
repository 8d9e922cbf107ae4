import type { Db } from '@carewatch/platform/database/client'
import { pushSubscriptions } from '@carewatch/migrations/schema/people'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { idsOfAccounts } from '../access/identity.ts'
import type { Caller } from '../access/viewer.ts'

/** One's own browser; of others nothing is told and nothing is changed. */
export async function unsubscribePush(db: Db, caller: Caller, endpoint: string): Promise<null> {
  await db.transaction(async (tx) => {
    const isTheirs = sql`${pushSubscriptions.userId} in ${idsOfAccounts(caller.identityId)}`
    await tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.endpoint, endpoint), isTheirs))
    await audit(tx, caller, {
      action: 'updated',
      entity: 'user',
      uuid: caller.uuid,
      companyId: caller.companyId,
    })
  })
  return null
}
