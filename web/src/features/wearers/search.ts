import { WearerStatus } from '@carewatch/contracts/wearers'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

const YesOrNo = z.boolean().optional().catch(undefined)

/** The place in the list of people under care, as it stands in its address. */
export const WearersSearch = z.object({
  ...listSearch,
  status: WearerStatus.optional().catch(undefined),
  branchUuid: Uuid.optional().catch(undefined),
  wearing: YesOrNo,
  toCheck: YesOrNo,
})
export type WearersSearch = z.output<typeof WearersSearch>
