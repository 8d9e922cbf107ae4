import { Month, Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

/** Of which branch and month, and whether with names; left out, it is the month that ended last. */
export const PackSearch = z.object({
  branch: Uuid.optional().catch(undefined),
  month: Month.optional().catch(undefined),
  names: z.literal(true).optional().catch(undefined),
})
export type PackSearch = z.output<typeof PackSearch>
