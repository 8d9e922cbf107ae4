import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

/** Whose sales are shown, as it stands in the address. */
export const SalesSearch = z.object({
  companyUuid: Uuid.optional().catch(undefined),
  branchUuid: Uuid.optional().catch(undefined),
})
export type SalesSearch = z.output<typeof SalesSearch>
