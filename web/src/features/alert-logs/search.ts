import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

/** The place in the alert logs, as it stands in their address. */
export const LogSearch = z.object({
  ...listSearch,
  branchUuid: Uuid.optional().catch(undefined),
  roomUuid: Uuid.optional().catch(undefined),
})
export type LogSearch = z.output<typeof LogSearch>
