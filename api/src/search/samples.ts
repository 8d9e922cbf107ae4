import type * as contract from '@carewatch/contracts/http/search'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  search: { of: 'list', ask: () => ({ query: { q: 'a' } }) },
}
