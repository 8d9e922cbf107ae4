import type { newBranch as contract } from '@carewatch/contracts/http/branches'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { branches } from '@carewatch/migrations/schema/people'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { getVisibleCompany } from '../companies/find.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { orConflict } from '../http/unique.ts'
import { branchById } from './find.ts'
import { setNurses } from './nurses.ts'
import { refuseUnknownZone } from './zone.ts'

/** A manager's own company, unless it is said. */
async function companyOf(db: Db, viewer: Viewer, uuid = viewer.companyUuid): Promise<number> {
  if (uuid === null) throw new InvalidFields({ companyId: 'required' })
  return (await getVisibleCompany(db, viewer, uuid)).id
}

export async function newBranch(
  db: Db,
  caller: Caller,
  { companyId: companyUuid, nurses, ...given }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  refuseUnknownZone(given.timeZone)
  const companyId = await companyOf(db, caller, companyUuid)
  const id = await orConflict(
    'codeTaken',
    db.transaction(async (tx) => {
      const [row] = await tx
        .insert(branches)
        .values({ ...given, companyId })
        .returning()
      if (!row) throw new Refusal('unavailable')
      await setNurses(tx, caller, { branchId: row.id, companyId, uuids: nurses })
      await audit(tx, caller, { action: 'created', entity: 'branch', uuid: row.uuid, companyId })
      return row.id
    }),
  )
  return branchById(db, id)
}
