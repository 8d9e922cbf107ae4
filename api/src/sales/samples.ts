import type * as contract from '@carewatch/contracts/http/sales'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  salesDashboard: { of: 'row', ask: ({ company }) => ({ query: { companyUuid: company.uuid } }) },
}
