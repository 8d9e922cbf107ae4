import type * as contract from '@carewatch/contracts/http/search'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  search: { of: 'list', ask: () => ({ query: { q: 'a' } }) },
}
