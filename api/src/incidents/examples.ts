import type * as contract from '@carewatch/contracts/http/incidents'
import type { Examples } from '../testing/example.ts'
import { addDevice, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import type { Harness } from '../testing/harness.ts'

const fresh = async (fixture: CompanyFixture, harness: Harness) => {
  const device = await addDevice(harness, fixture)
  const { alarm } = await raiseAlarm(harness, { ...fixture, device })
  return { params: { uuid: alarm.uuid } }
}

export const examples: Examples<typeof contract> = {
  incidentDetail: { of: 'row', ask: fresh },
  takeIncident: { of: 'row', ask: fresh },
  undoIncident: { of: 'row', status: 409, ask: fresh },
  closeIncident: {
    of: 'row',
    ask: async (fixture, harness) => ({ ...(await fresh(fixture, harness)), body: { cause: 'HELPED' } }),
  },
}
