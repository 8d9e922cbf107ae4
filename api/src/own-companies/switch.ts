import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { switchCompany as contract } from '@carewatch/contracts/http/own-companies'
import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { and, eq } from 'drizzle-orm'
import { accountsOf, isLiving } from '../access/identity.ts'
import { type Caller, loadViewer, type Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'

/** One of the caller's own accounts that is let in; anybody else's is not there. */
async function getOwnAccount(db: Db, { identityId }: Caller, uuid: string): Promise<Viewer> {
  const isIt = and(accountsOf(identityId), eq(users.uuid, uuid), isLiving)
  const [found] = await db.select({ uuid: users.uuid }).from(users).where(isIt)
  const account = found && (await loadViewer(db, found.uuid))
  if (!account) throw new Refusal('notFound')
  return account
}

/** The same sign-in goes on as another account: the token before is dead from then on, and so is every socket that was opened with it. */
export const switchCompany = (
  { db, sessions }: Services,
  caller: Caller,
  accountUuid: string,
): Promise<Reply<typeof contract>> =>
  forCompany(undefined, async () => {
    const user = await getOwnAccount(db, caller, accountUuid)
    return { token: await sessions.move(caller, user), user }
  })
