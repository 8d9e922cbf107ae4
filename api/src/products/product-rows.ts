import type { Product } from '@carewatch/contracts/http/products'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { products } from '@carewatch/migrations/schema/catalogue'
import { uploads } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import { pictureUrl } from './pictures.ts'

export type ProductRow = typeof products.$inferSelect

export const selectProducts = (db: Db) =>
  db
    .select({ product: products, picture: uploads.uuid })
    .from(products)
    .leftJoin(uploads, eq(uploads.id, products.pictureId))

export const toProduct = ({
  product,
  picture,
}: {
  product: ProductRow
  picture: string | null
}): Product => ({ ...product, imageUrl: pictureUrl(picture) })

export async function productById(db: Db, id: number): Promise<{ product: Product }> {
  const [row] = await selectProducts(db).where(eq(products.id, id))
  if (!row) throw new Refusal('notFound')
  return { product: toProduct(row) }
}

export async function getProduct(db: Db, uuid: string): Promise<ProductRow> {
  const [product] = await db
    .select()
    .from(products)
    .where(and(eq(products.uuid, uuid), isNull(products.deletedAt)))
  if (!product) throw new Refusal('notFound')
  return product
}
