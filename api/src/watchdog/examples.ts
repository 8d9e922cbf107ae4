import type * as contract from '@carewatch/contracts/http/watch'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  watchFindings: { of: 'self', ask: () => ({}) },
}
