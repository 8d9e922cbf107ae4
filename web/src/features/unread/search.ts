import { rejectReasons } from '@carewatch/contracts/rejections'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

const { page, size, sort } = listSearch

/** What the list of messages nobody could read is narrowed to, as it stands in its address. */
export const UnreadSearch = z.object({
  page,
  size,
  sort,
  search: z.undefined().optional().catch(undefined),
  days: z.int().min(1).max(7).optional().catch(undefined),
  model: z
    .preprocess((text) => (typeof text === 'number' ? String(text) : text), z.string().max(100).optional())
    .catch(undefined),
  reason: z.enum(rejectReasons).optional().catch(undefined),
  device: Uuid.optional().catch(undefined),
})
export type UnreadSearch = z.output<typeof UnreadSearch>

/** As the call takes it. */
export const asked = ({ sort: _, search: __, ...query }: UnreadSearch) => query
