import type { updateRoom as contract } from '@carewatch/contracts/http/rooms'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { changedAfter, namesOfChanged } from '../http/changed.ts'
import { lockRoom, refuseUnknownStatus } from './lock-room.ts'
import { changedRoom } from './room-rows.ts'

export async function updateRoom(
  db: Db,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { name, status, updatedAt: seenAt } = body
  const id = await db.transaction(async (tx) => {
    const { room, branch } = await lockRoom(tx, caller, uuid)
    if (seenAt !== undefined && seenAt.getTime() !== room.updatedAt.getTime()) throw new Refusal('conflict')
    refuseUnknownStatus(branch, status)
    const columns = { ...(name !== undefined && { name }), ...(status !== undefined && { status }) }
    await tx
      .update(rooms)
      .set({ ...columns, updatedAt: changedAfter(rooms.updatedAt) })
      .where(eq(rooms.id, room.id))
    const detail = { fields: namesOfChanged(room, columns) }
    const { companyId } = branch
    await audit(tx, caller, { action: 'updated', entity: 'room', uuid, companyId, detail })
    return room.id
  })
  return changedRoom(db, caller, id)
}
