import type { newRoom } from '@carewatch/contracts/http/rooms'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getBranch } from '../devices/place.ts'
import { changedRoom } from './room-rows.ts'

export async function addRoom(
  db: Db,
  caller: Caller,
  { body }: Input<typeof newRoom>,
): Promise<Reply<typeof newRoom>> {
  const id = await db.transaction(async (tx) => {
    const { id: branchId, companyId } = await getBranch(tx, caller, body.branchId)
    const [made] = await tx.insert(rooms).values({ name: body.name, branchId }).returning()
    if (!made) throw new Refusal('unavailable')
    await audit(tx, caller, { action: 'created', entity: 'room', uuid: made.uuid, companyId })
    return made.id
  })
  return changedRoom(db, caller, id)
}
