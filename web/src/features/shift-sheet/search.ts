import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

/** Of which branch, and which sheet that was kept: left out, that of the shift that is to be handed over now. */
export const SheetSearch = z.object({
  branch: Uuid.optional().catch(undefined),
  kept: Uuid.optional().catch(undefined),
})
export type SheetSearch = z.output<typeof SheetSearch>
