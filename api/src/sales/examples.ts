import type * as contract from '@carewatch/contracts/http/sales'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  salesDashboard: { of: 'row', ask: ({ company }) => ({ query: { companyUuid: company.uuid } }) },
}
