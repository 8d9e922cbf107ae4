import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateFence as contract } from '@carewatch/contracts/http/fences'
import type { Db } from '@carewatch/platform/database/client'
import { fences } from '@carewatch/migrations/schema/devices'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { namesOfChanged } from '../http/changed.ts'
import { defined } from '../http/defined.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { fenceById, getVisibleFence, shapeColumns } from './fence-rows.ts'

type Body = Input<typeof contract>['body']
type Columns = Partial<typeof fences.$inferInsert>

const columnsOf = ({ shape, updatedAt: _, ...given }: Body): Columns => ({
  ...defined(given),
  ...(shape && shapeColumns(shape)),
})

export async function updateFence(
  db: Db,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const id = await db.transaction(async (tx) => {
    const row = await getVisibleFence(tx, caller, uuid)
    const columns = columnsOf(body)
    await saveAsSeen(tx, fences, { row: row.fence, columns, seenAt: body.updatedAt })
    const detail = { fields: namesOfChanged(row.fence, columns) }
    const { companyId } = row.device
    await audit(tx, caller, { action: 'updated', entity: 'fence', uuid, companyId, detail })
    return row.fence.id
  })
  return fenceById(db, id)
}
