import { defaultChains } from '@carewatch/contracts/escalation'
import type * as contract from '@carewatch/contracts/http/escalation'
import { addDevice } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  escalation: {
    of: 'row',
    ofWholeCompany: true,
    ask: ({ company }) => ({ query: { company: company.uuid } }),
  },
  escalationReach: { of: 'row', ask: ({ device }) => ({ query: { device: device.uuid } }) },
  rehearseEscalation: {
    of: 'row',
    ask: async (house, stand) => ({
      body: { deviceUUID: (await addDevice(stand, house)).uuid, family: 'EMERGENCY' },
    }),
  },
  updateEscalation: {
    of: 'row',
    ask: ({ company }) => ({
      body: { companyUUID: company.uuid, family: 'HIGH', chain: defaultChains.HIGH },
    }),
  },
}
