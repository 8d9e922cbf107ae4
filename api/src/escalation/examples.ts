import { defaultChains } from '@carewatch/contracts/escalation'
import type * as contract from '@carewatch/contracts/http/escalation'
import { addDevice } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  escalation: {
    of: 'row',
    ofWholeCompany: true,
    ask: ({ company }) => ({ query: { company: company.uuid } }),
  },
  escalationReach: { of: 'row', ask: ({ device }) => ({ query: { device: device.uuid } }) },
  unreachedOf: { of: 'row', ask: ({ branch }) => ({ params: { branch: branch.uuid } }) },
  rehearseEscalation: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: { deviceUUID: (await addDevice(harness, fixture)).uuid, family: 'EMERGENCY' },
    }),
  },
  updateEscalation: {
    of: 'row',
    ask: ({ company }) => ({
      body: { companyUUID: company.uuid, family: 'HIGH', chain: defaultChains.HIGH },
    }),
  },
}
