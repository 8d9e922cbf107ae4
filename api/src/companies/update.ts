import type { updateCompany as contract } from '@carewatch/contracts/http/companies'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { companies } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { endSessionsIn } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { namesOfChanged } from '../http/changed.ts'
import { orConflict } from '../http/unique.ts'
import { columnsOf, type Given } from './fields.ts'
import { companyById, type CompanyRow, getVisibleCompany } from './find.ts'
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
  const id = await orConflict(
    'codeTaken',
    db.transaction(async (tx) => {
      const company = await getVisibleCompany(tx, caller, uuid)
      const { id: companyId } = company
      const manager = key === undefined ? {} : await managerOf(tx, caller, { key, companyId })
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
  db: Db,
  caller: Caller,
  { uuid, isActive }: { uuid: string; isActive: boolean },
) {
  const id = await db.transaction(async (tx) => {
    const company = await getVisibleCompany(tx, caller, uuid)
    await saveAsSeen(tx, companies, { row: company, columns: { isActive } })
    if (!isActive) await endSessionsIn(tx, { companyId: company.id })
    const detail = { isActive }
    await audit(tx, caller, {
      action: 'statusChanged',
      entity: 'company',
      uuid,
      companyId: company.id,
      detail,
    })
    return company.id
  })
  return companyById(db, id)
}
