import { defaultChains } from '@carewatch/contracts/escalation'
import type * as contract from '@carewatch/contracts/http/escalation'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  escalation: { of: 'row', ask: ({ company }) => ({ query: { company: company.uuid } }) },
  escalationReach: { of: 'row', ask: ({ device }) => ({ query: { device: device.uuid } }) },
  updateEscalation: {
    of: 'row',
    ask: ({ company }) => ({
      body: { companyUUID: company.uuid, family: 'HIGH', chain: defaultChains.HIGH },
    }),
  },
}
