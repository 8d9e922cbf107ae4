import type { updateCompany as contract } from '@carewatch/contracts/http/companies'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { companies } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { endIdle } from '../access/open-sessions.ts'
import { endSessionsIn } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { namesOfChanged } from '../http/changed.ts'
import { orConflict } from '../http/unique.ts'
import { columnsOf, type Given } from './fields.ts'
import { companyById, type CompanyRow, getVisibleCompany } from './find.ts'
import { informManagers } from './inform-managers.ts'
import { managerOf } from './manager.ts'

/** Nobody is sent away from the alarm that they look at: whoever is signed in already goes on until that ends. */
async function askFromNowOn(tx: Db, { id, twoStepRoles }: CompanyRow, asked: Given['twoStepRoles']) {
  if (!asked?.some((role) => !twoStepRoles.includes(role))) return
  await tx
    .update(companies)
    .set({ twoStepSince: sql`now()` })
    .where(eq(companies.id, id))
}

export async function updateCompany(
  db: Db,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { manager: key, updatedAt: seenAt, ...given } = body
  // Whoever pays no longer does not say how long they are heard.
  if (given.graceDays !== undefined && caller.role !== 'ADMIN') throw new Refusal('forbidden')
  const id = await orConflict(
    'codeTaken',
    db.transaction(async (tx) => {
      const company = await getVisibleCompany(tx, caller, uuid)
      const { id: companyId } = company
      const manager = key === undefined ? {} : await managerOf(tx, caller, { key, companyId })
      if (given.idleMinutes) await asItself(tx, () => endIdle(tx, companyId))
      const columns = { ...columnsOf(given), ...manager }
      await saveAsSeen(tx, companies, { row: company, columns, seenAt })
      await askFromNowOn(tx, company, given.twoStepRoles)
      const detail = { fields: namesOfChanged(company, columns) }
      await audit(tx, caller, { action: 'updated', entity: 'company', uuid, companyId, detail })
      return companyId
    }),
  )
  return companyById(db, id)
}

export async function changeCompanyStatus(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  caller: Caller,
  { uuid, isActive }: { uuid: string; isActive: boolean },
) {
  const changed = await db.transaction(async (tx) => {
    const company = await getVisibleCompany(tx, caller, uuid)
    await saveAsSeen(tx, companies, { row: company, columns: { isActive } })
    if (!isActive) await endSessionsIn(tx, { companyId: company.id })
    const trace = { action: 'statusChanged', entity: 'company', detail: { isActive } } as const
    await audit(tx, caller, { ...trace, uuid, companyId: company.id })
    return company
  })
  const answer = await companyById(db, changed.id)
  if (changed.isActive && !isActive)
    await informManagers({ db, mail }, { companyId: changed.id, ...answer.company })
  return answer
}
