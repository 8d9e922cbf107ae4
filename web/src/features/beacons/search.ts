import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

/** The place in the list of beacons, as it stands in its address. */
export const BeaconSearch = z.object({
  ...listSearch,
  branchUuid: Uuid.optional().catch(undefined),
  roomUuid: Uuid.optional().catch(undefined),
})
export type BeaconSearch = z.output<typeof BeaconSearch>
