import type { newDuty as contract } from '@carewatch/contracts/http/duty'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../access/viewer.ts'
import { getVisibleBranch } from '../branches/find.ts'
import { addDuty } from './add-duty.ts'
import { findNurse } from './find-nurse.ts'

export async function newDuty(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return db.transaction(async (tx) => {
    const branch = await getVisibleBranch(tx, caller, body.branchUUID)
    const user = await findNurse(tx, { companyId: branch.companyId, uuid: body.userUUID })
    return addDuty(tx, caller, { branch, user, fromAt: body.from, toAt: body.to })
  })
}
