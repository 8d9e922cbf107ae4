import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateFence as contract } from '@carewatch/contracts/http/fences'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { fences } from '@carewatch/migrations/schema/devices'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { changedAfter, namesOfChanged } from '../http/changed.ts'
import { type FenceRow, fenceById, getVisibleFence, shapeColumns } from './fence-rows.ts'

type Body = Input<typeof contract>['body']
type Columns = Partial<typeof fences.$inferInsert>

const columnsOf = ({ shape, updatedAt: _, ...told }: Body): Columns => ({
  ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
  ...(shape && shapeColumns(shape)),
})

/** Of two who change a fence at once, the second hears of it. */
async function save(tx: Db, { fence }: FenceRow, columns: Columns): Promise<void> {
  const isAsSeen = and(
    eq(fences.id, fence.id),
    eq(fences.updatedAt, fence.updatedAt),
    isNull(fences.deletedAt),
  )
  const saved = await tx
    .update(fences)
    .set({ ...columns, updatedAt: changedAfter(fences.updatedAt) })
    .where(isAsSeen)
    .returning({ id: fences.id })
  if (saved.length === 0) throw new Refusal('conflict')
}

export async function updateFence(
  db: Db,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const id = await db.transaction(async (tx) => {
    const row = await getVisibleFence(tx, caller, uuid)
    if (body.updatedAt && body.updatedAt.getTime() !== row.fence.updatedAt.getTime())
      throw new Refusal('conflict')
    const columns = columnsOf(body)
    await save(tx, row, columns)
    const detail = { fields: namesOfChanged(row.fence, columns) }
    const { companyId } = row.device
    await audit(tx, caller, { action: 'updated', entity: 'fence', uuid, companyId, detail })
    return row.fence.id
  })
  return fenceById(db, id)
}
