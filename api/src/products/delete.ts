import type { Db } from '@carewatch/platform/database/client'
import { products } from '@carewatch/migrations/schema/catalogue'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { hangPicture } from './pictures.ts'
import { getProduct } from './product-rows.ts'

export async function deleteProduct(db: Db, caller: Caller, uuid: string): Promise<null> {
  await db.transaction(async (tx) => {
    const product = await getProduct(tx, uuid)
    const noPicture = await hangPicture(tx, caller, { uuid: null, had: product.pictureId })
    await saveAsSeen(tx, products, { row: product, columns: { deletedAt: new Date(), ...noPicture } })
    await audit(tx, caller, { action: 'deleted', entity: 'product', uuid })
  })
  return null
}
