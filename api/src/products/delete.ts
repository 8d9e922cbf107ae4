import type { Db } from '@carewatch/migrations/client'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { hangPicture } from './pictures.ts'
import { getProduct } from './product-rows.ts'
import { saveProduct } from './update.ts'

export async function deleteProduct(db: Db, caller: Caller, uuid: string): Promise<null> {
  await db.transaction(async (tx) => {
    const product = await getProduct(tx, uuid)
    const noPicture = await hangPicture(tx, caller, { uuid: null, had: product.pictureId })
    await saveProduct(tx, product, { columns: { deletedAt: new Date(), ...noPicture } })
    await audit(tx, caller, { action: 'deleted', entity: 'product', uuid })
  })
  return null
}
