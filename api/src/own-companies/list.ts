import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { ownCompanies as contract } from '@carewatch/contracts/http/own-companies'
import { companies, users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { and, asc, eq } from 'drizzle-orm'
import { accountsOf, isLiving } from '../access/identity.ts'
import { companyOfStaff } from '../access/reach.ts'
import { type Caller, loadViewer, type Viewer } from '../access/viewer.ts'
import { countUnacknowledged } from '../notifications/list.ts'

async function livingAccounts(db: Db, { identityId }: Caller): Promise<Viewer[]> {
  const found = await db
    .select({ uuid: users.uuid })
    .from(users)
    .where(and(accountsOf(identityId), isLiving))
    .orderBy(asc(users.id))
  const viewers = await Promise.all(found.map(({ uuid }) => loadViewer(db, uuid)))
  return viewers.filter((viewer) => viewer !== undefined)
}

async function companyNamed(db: Db, { companyId }: Viewer) {
  if (companyId === null) return null
  const [company] = await db
    .select({ uuid: companies.uuid, name: companies.name })
    .from(companies)
    .where(eq(companies.id, companyId))
  return company ?? null
}

/** Of each only its name and how many alarms wait there; they are counted by the rules of the account that has them, and none is shown. */
const ownCompany = (db: Db, caller: Caller, account: Viewer) =>
  forCompany(companyOfStaff(account), async () => ({
    accountUuid: account.uuid,
    company: await companyNamed(db, account),
    role: account.role,
    isThis: account.id === caller.id,
    unacknowledged: await countUnacknowledged(db, account),
  }))

export async function listOwnCompanies(db: Db, caller: Caller): Promise<Reply<typeof contract>> {
  const accounts = await forCompany(undefined, () => livingAccounts(db, caller))
  const listed = []
  for (const account of accounts) listed.push(await ownCompany(db, caller, account))
  return { companies: listed }
}
