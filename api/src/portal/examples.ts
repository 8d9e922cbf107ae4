import type * as contract from '@carewatch/contracts/http/portal'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  portalSettings: { of: 'self', ask: () => ({}) },
  deviceAddress: { of: 'self', ask: () => ({}) },
}
