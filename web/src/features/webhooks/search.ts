import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

const { page, size, sort } = listSearch

export const WebhooksSearch = z.object({
  page,
  size,
  sort,
  search: z.undefined().optional().catch(undefined),
  companyUuid: Uuid.optional().catch(undefined),
})
export type WebhooksSearch = z.output<typeof WebhooksSearch>

/** As the call takes it: it has one order. */
export const asked = ({ sort: _, search: __, ...place }: WebhooksSearch) => place
