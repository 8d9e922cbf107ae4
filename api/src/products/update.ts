import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateProduct as contract } from '@carewatch/contracts/http/products'
import type { Db } from '@carewatch/platform/database/client'
import { products } from '@carewatch/migrations/schema/catalogue'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { namesOfChanged } from '../http/changed.ts'
import { defined } from '../http/defined.ts'
import { hangPicture } from './pictures.ts'
import { getProduct, productById } from './product-rows.ts'

export async function updateProduct(
  db: Db,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { pictureUuid, updatedAt: seenAt, ...given } = body
  const id = await db.transaction(async (tx) => {
    const product = await getProduct(tx, uuid)
    const picture = await hangPicture(tx, caller, { uuid: pictureUuid, had: product.pictureId })
    const columns = { ...defined(given), ...picture }
    await saveAsSeen(tx, products, { row: product, columns, seenAt })
    const detail = { fields: namesOfChanged(product, columns) }
    await audit(tx, caller, { action: 'updated', entity: 'product', uuid, detail })
    return product.id
  })
  return productById(db, id)
}
