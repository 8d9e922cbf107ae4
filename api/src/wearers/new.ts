import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { newWearer as contract } from '@carewatch/contracts/http/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { createWearer } from '../assignments/assignments.ts'
import { findPlace } from '../devices/place.ts'
import { getRoomId } from './place.ts'
import { wearerById } from './wearer-rows.ts'

/** Writes down a person under care, who wears nothing yet. */
export async function newWearer(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { companyId: company, branchId: branch, roomId: room = null, ...person } = body
  const id = await db.transaction(async (tx) => {
    const { companyId, branchId } = await findPlace(tx, caller, {
      ...(company !== undefined && { companyId: company }),
      ...(branch !== undefined && { branchId: branch }),
    })
    const roomId = await getRoomId(tx, caller, { roomId: room, branchId })
    const made = await createWearer(tx, { ...person, companyId, branchId, roomId })
    await audit(tx, caller, { action: 'created', entity: 'wearer', uuid: made.uuid, companyId })
    return made.id
  })
  return wearerById(db, id)
}
