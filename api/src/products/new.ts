import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { newProduct as contract } from '@carewatch/contracts/http/products'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { products } from '@carewatch/migrations/schema/catalogue'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { defined } from '../http/defined.ts'
import { hangPicture } from './pictures.ts'
import { productById } from './product-rows.ts'

export async function newProduct(
  db: Db,
  caller: Caller,
  { pictureUuid, type, name, summary, ...rest }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const id = await db.transaction(async (tx) => {
    const picture = await hangPicture(tx, caller, { uuid: pictureUuid, had: null })
    const [made] = await tx
      .insert(products)
      .values({ type, name, summary, ...defined(rest), ...picture })
      .returning()
    if (!made) throw new Refusal('unavailable')
    await audit(tx, caller, { action: 'created', entity: 'product', uuid: made.uuid })
    return made.id
  })
  return productById(db, id)
}
