import type * as contract from '@carewatch/contracts/http/models'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  allModels: { of: 'list', ask: () => ({}) },
}
