import type { handOverDuty as contract } from '@carewatch/contracts/http/duty'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { addDuty } from './add-duty.ts'
import { findNurse } from './find-nurse.ts'
import { endRunning } from './running.ts'

/** One goes and the other comes in the same moment: nobody is told twice, and no alarm finds the place empty. */
export async function handOverDuty(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return db.transaction(async (tx) => {
    const { duty: before, branch } = await endRunning(tx, caller, body.dutyUUID)
    const user = await findNurse(tx, { companyId: branch.companyId, uuid: body.userUUID })
    if (user.id === before.userId) throw new InvalidFields({ userUUID: 'invalid' })
    const now = new Date()
    const fromAt = before.fromAt > now ? before.fromAt : now
    return addDuty(tx, caller, { branch, user, fromAt, toAt: before.toAt })
  })
}
