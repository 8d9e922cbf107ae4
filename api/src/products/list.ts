import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { allProducts as contract } from '@carewatch/contracts/http/products'
import type { Db } from '@carewatch/platform/database/client'
import { products } from '@carewatch/migrations/schema/catalogue'
import { and, eq, isNull } from 'drizzle-orm'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains, searchText } from '../http/search.ts'
import { selectProducts, toProduct } from './product-rows.ts'

const list: List = {
  of: products,
  sortable: { sort: products.sort, name: products.name, price: { value: products.price, isLacking: true } },
  usual: 'sort',
}

/** `isPublished`: only what anyone may read. */
export async function listProducts(
  db: Db,
  { query }: Input<typeof contract>,
  { isPublished }: { isPublished: boolean },
): Promise<Reply<typeof contract>> {
  const { type, search } = query
  const { ids, total } = await pickPage(db, list, {
    query,
    where: and(
      isNull(products.deletedAt),
      isPublished ? eq(products.isPublished, true) : undefined,
      type && eq(products.type, type),
    ),
    found: search ? contains(searchText(products), search) : undefined,
  })
  const rows = await selectProducts(db).where(isAmong(products.id, ids))
  return { products: inOrder(ids, rows, ({ product }) => product.id).map(toProduct), total }
}
