import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { z } from 'zod'

export const pageSizes = [PAGE_SIZE, 50, 100] as const

/** Where one stands in a list, as it stands in the address; a page adds its own filters. */
export const listSearch = {
  // The address reads digits as a number: an IMEI is a text.
  search: z
    .preprocess((text) => (typeof text === 'number' ? String(text) : text), z.string().max(100).optional())
    .catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
  size: z.int().min(1).max(100).optional().catch(undefined),
  sort: z
    .string()
    .regex(/^-?[a-zA-Z]{1,32}$/)
    .optional()
    .catch(undefined),
}
export const ListSearch = z.object(listSearch)
export type ListSearch = z.output<typeof ListSearch>

/** Another filter, search or size begins at the first page again. */
export const turned = <Search extends ListSearch>(search: Search, change: Partial<Search>): Search => ({
  ...search,
  page: undefined,
  ...change,
})

/** Is anything asked for beside the order and the place? */
export const isFiltered = ({ page: _, size: __, sort: ___, ...filters }: ListSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined && value !== '')
