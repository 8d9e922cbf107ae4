import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
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
import { publishTasks } from '../tasks/hand-back.ts'
import { letGo } from './delete.ts'
import { findVisibleUser } from '../users/find-user.ts'
import { refuseLastAdmin } from '../users/rights.ts'
import { refuseUnlessHandedOver, takeTurns } from './hand-over.ts'
import { holdUser } from '../users/save.ts'

/** Where they go on; undefined: it is the one account that they have. */
async function nextOf(tx: Db, { id, identityId }: Caller): Promise<Viewer | undefined> {
  const [next] = await tx
    .select({ uuid: users.uuid })
    .from(users)
    .where(and(accountsOf(identityId), ne(users.id, id), isLiving))
    .orderBy(asc(users.id))
    .limit(1)
  return next && loadViewer(tx, next.uuid)
}

type Asked = Input<typeof contract>['body']

/** All of it or nothing: they are in the one company or in the other, and signed in to where they are. Who has one account alone is signed in nowhere. */
async function leave(services: Services, caller: Caller, { isLast }: Asked): Promise<Reply<typeof contract>> {
  const { db, facts, sessions } = services
  const { tasks, ...reply } = await db.transaction(async (tx) => {
    const person = await findVisibleUser(tx, caller, 'currentUser')
    // Somebody let them go while their password was looked at.
    if (!person) throw new Refusal('conflict')
    await takeTurns(tx)
    if (person.role === 'ADMIN') await refuseLastAdmin(tx, person)
    await holdUser(tx, person)
    const user = await nextOf(tx, caller)
    if (!user && isLast !== true) throw new Refusal('conflict', 'onlyCompany')
    await refuseUnlessHandedOver({ db: tx, facts }, caller, person)
    const token = user && (await sessions.move(caller, user, tx))
    const tasks = await letGo(tx, caller, person)
    return { tasks, token: token ?? null, user: user ?? null }
  })
  await publishTasks(services, tasks)
  return reply
}

export async function leaveCompany(
  services: Services,
  caller: Caller,
  asked: Asked,
): Promise<Reply<typeof contract>> {
  await requireOwnPassword(services, caller, asked.password)
  return forCompany(undefined, () => leave(services, caller, asked))
}
