import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from './search.ts'

/** The place in a list of what stands in branches and rooms, as it stands in its address. */
export const PlaceSearch = z.object({
  ...listSearch,
  branchUuid: Uuid.optional().catch(undefined),
  roomUuid: Uuid.optional().catch(undefined),
})
export type PlaceSearch = z.output<typeof PlaceSearch>
