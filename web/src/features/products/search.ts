import { ProductType } from '@carewatch/contracts/catalogue'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

export const ProductsSearch = z.object({ ...listSearch, type: ProductType.optional().catch(undefined) })
export type ProductsSearch = z.output<typeof ProductsSearch>
