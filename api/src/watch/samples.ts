import type * as contract from '@carewatch/contracts/http/watch'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  watchFindings: { of: 'self', ask: () => ({}) },
}
