import { onboardingStates } from '@carewatch/contracts/onboarding'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

export const RequestsSearch = z.object({
  ...listSearch,
  status: z.enum(onboardingStates).optional().catch(undefined),
})
export type RequestsSearch = z.output<typeof RequestsSearch>
