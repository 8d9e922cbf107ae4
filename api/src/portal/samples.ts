import type * as contract from '@carewatch/contracts/http/portal'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  portalSettings: { of: 'self', ask: () => ({}) },
}
