import type * as contract from '@carewatch/contracts/http/device-facets'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof contract> = {
  deviceFacets: { of: 'list', ask: () => ({ query: { search: 'Watch', silence: 'NEVER|DAY' } }) },
}
