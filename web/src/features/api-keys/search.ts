import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

const { page, size, sort } = listSearch

export const ApiKeysSearch = z.object({
  page,
  size,
  sort,
  search: z.undefined().optional().catch(undefined),
  companyUuid: Uuid.optional().catch(undefined),
})
export type ApiKeysSearch = z.output<typeof ApiKeysSearch>

/** As the call takes it: it has one order. */
export const asked = ({ sort: _, search: __, ...place }: ApiKeysSearch) => place
