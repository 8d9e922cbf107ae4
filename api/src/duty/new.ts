import type { newDuty as contract } from '@carewatch/contracts/http/duty'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/migrations/client'
import { duties } from '@carewatch/migrations/schema/escalation'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleBranch } from '../branches/find.ts'
import { toDuty } from './duty-rows.ts'
import { findNurse } from './find-nurse.ts'

export async function newDuty(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return db.transaction(async (tx) => {
    const branch = await getVisibleBranch(tx, caller, body.branchUUID)
    const { companyId } = branch
    const user = await findNurse(tx, { companyId, uuid: body.userUUID })
    const values = { branchId: branch.id, userId: user.id, fromAt: body.from, toAt: body.to }
    const [duty] = await tx
      .insert(duties)
      .values({ ...values, createdById: caller.id })
      .returning()
    if (!duty) throw new Error('The insert answered no row.')
    const detail = { fields: ['duty'] }
    await audit(tx, caller, { action: 'updated', entity: 'branch', uuid: branch.uuid, companyId, detail })
    return { duty: toDuty({ duty, user }) }
  })
}
