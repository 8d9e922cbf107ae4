import type * as contract from '@carewatch/contracts/http/companies'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  allCompanies: { of: 'list', ask: () => ({}) },
  allBranches: { of: 'list', ask: () => ({}) },
}
