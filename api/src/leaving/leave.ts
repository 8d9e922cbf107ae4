import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { leaveCompany as contract } from '@carewatch/contracts/http/own-companies'
import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { and, asc, ne } from 'drizzle-orm'
import { accountsOf, isLiving } from '../access/identity.ts'
import { type Caller, loadViewer, type Viewer } from '../access/viewer.ts'
import { requireOwnPassword } from '../auth/change-password.ts'
import type { Services } from '../services.ts'
import { letGo } from './delete.ts'
import { getVisibleUser } from '../users/find-user.ts'
import { refuseUnlessHandedOver } from './hand-over.ts'
import { holdUser } from '../users/save.ts'

/** Where they go on. Whoever has one account alone is let go by its company, and forgotten where they ask for it. */
async function getNext(tx: Db, { id, identityId }: Caller): Promise<Viewer> {
  const [next] = await tx
    .select({ uuid: users.uuid })
    .from(users)
    .where(and(accountsOf(identityId), ne(users.id, id), isLiving))
    .orderBy(asc(users.id))
    .limit(1)
  const account = next && (await loadViewer(tx, next.uuid))
  if (!account) throw new Refusal('conflict', 'onlyCompany')
  return account
}

/** All of it or nothing: they are in the one company or in the other, and signed in to where they are. */
async function leave(services: Services, caller: Caller): Promise<Reply<typeof contract>> {
  const { db, facts, sessions } = services
  return db.transaction(async (tx) => {
    const user = await getNext(tx, caller)
    const person = await getVisibleUser(tx, caller, 'currentUser')
    await holdUser(tx, person)
    await refuseUnlessHandedOver({ db: tx, facts }, caller, person)
    const token = await sessions.move(caller, user, tx)
    await letGo(tx, caller, person)
    return { token, user }
  })
}

export async function leaveCompany(
  services: Services,
  caller: Caller,
  password: string,
): Promise<Reply<typeof contract>> {
  await requireOwnPassword(services, caller, password)
  return forCompany(undefined, () => leave(services, caller))
}
