import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, isNull } from 'drizzle-orm'
import { audit, type Trace } from './audit.ts'
import { accountsOf } from './identity.ts'
import { seen } from './seen.ts'

/** The accounts of one person that are there, the one they made first before the others. */
export const accountsThere = (db: Db, identityId: number) =>
  db
    .select(seen(users))
    .from(users)
    .where(and(accountsOf(identityId), isNull(users.deletedAt)))
    .orderBy(asc(users.id))

/**
 * Leaves in the log of each company where a person works what they did to their sign-in: it is done to each of their accounts, and none says that there
 * are others.
 */
export async function auditEach(
  tx: Db,
  { identityId, address, isNobody = false }: { identityId: number; address: string; isNobody?: boolean },
  trace: Pick<Trace, 'action' | 'detail'> & { entity: 'user' | 'session' },
): Promise<void> {
  for (const { id, uuid, companyId } of await accountsThere(tx, identityId))
    await audit(tx, { id: isNobody ? null : id, companyId, address }, { ...trace, uuid })
}
