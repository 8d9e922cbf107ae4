import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { companies } from '@carewatch/migrations/schema/people'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { countsOfCompany } from './counts.ts'
import { getVisibleCompany } from './find.ts'

/** Only an empty one: nobody loses a place without being told where to. */
export async function deleteCompany(db: Db, caller: Caller, uuid: string): Promise<null> {
  await db.transaction(async (tx) => {
    const company = await getVisibleCompany(tx, caller, uuid)
    const { id: companyId } = company
    const { branches, devices, gateways, people } = await countsOfCompany(tx, companyId)
    if (branches > 0) throw new Refusal('conflict', 'hasBranches')
    if (devices + gateways > 0) throw new Refusal('conflict', 'hasDevices')
    if (people > 0) throw new Refusal('conflict', 'hasUsers')
    await saveAsSeen(tx, companies, { row: company, columns: { deletedAt: new Date(), isActive: false } })
    await audit(tx, caller, { action: 'deleted', entity: 'company', uuid, companyId })
  })
  return null
}
