import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

/** Whose rooms are walked through, as it stands in the address. */
export const WalkSearch = z.object({ branch: Uuid.optional().catch(undefined) })
