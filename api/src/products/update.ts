import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateProduct as contract } from '@carewatch/contracts/http/products'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { products } from '@carewatch/migrations/schema/catalogue'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { changedAfter, namesOfChanged } from '../http/changed.ts'
import { defined } from './defined.ts'
import { hangPicture } from './pictures.ts'
import { getProduct, productById, type ProductRow } from './product-rows.ts'

type Saving = { columns: Partial<typeof products.$inferInsert>; seenAt?: Date | undefined }

/** Of two who change a product at once, the second hears of it, and so does whoever looked at an older state. */
export async function saveProduct(
  tx: Db,
  product: ProductRow,
  { columns, seenAt = product.updatedAt }: Saving,
): Promise<void> {
  if (seenAt.getTime() !== product.updatedAt.getTime()) throw new Refusal('conflict')
  const isAsSeen = and(
    eq(products.id, product.id),
    eq(products.updatedAt, product.updatedAt),
    isNull(products.deletedAt),
  )
  const saved = await tx
    .update(products)
    .set({ ...columns, updatedAt: changedAfter(products.updatedAt) })
    .where(isAsSeen)
    .returning({ id: products.id })
  if (saved.length === 0) throw new Refusal('conflict')
}

export async function updateProduct(
  db: Db,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { pictureUuid, updatedAt: seenAt, ...told } = body
  const id = await db.transaction(async (tx) => {
    const product = await getProduct(tx, uuid)
    const picture = await hangPicture(tx, caller, { uuid: pictureUuid, had: product.pictureId })
    const columns = { ...defined(told), ...picture }
    await saveProduct(tx, product, { columns, seenAt })
    const detail = { fields: namesOfChanged(product, columns) }
    await audit(tx, caller, { action: 'updated', entity: 'product', uuid, detail })
    return product.id
  })
  return productById(db, id)
}
