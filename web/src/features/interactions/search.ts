import { Mac } from '@carewatch/contracts/wire'
import { z } from 'zod'

export const InteractionsSearch = z.object({ gateway: Mac.optional().catch(undefined) })
export type InteractionsSearch = z.output<typeof InteractionsSearch>
