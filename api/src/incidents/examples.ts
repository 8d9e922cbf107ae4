import type * as files from '@carewatch/contracts/http/incident-files'
import type * as contract from '@carewatch/contracts/http/incidents'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import type { Examples } from '../testing/example.ts'
import { addDevice, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import type { Harness } from '../testing/harness.ts'
import { hashOf, numberOf } from '../papers/seal.ts'

const fresh = async (fixture: CompanyFixture, harness: Harness) => {
  const device = await addDevice(harness, fixture)
  const { alarm } = await raiseAlarm(harness, { ...fixture, device })
  return { params: { uuid: alarm.uuid } }
}

/** The number of a file that is there. */
async function anIssued(fixture: CompanyFixture, harness: Harness): Promise<string> {
  const device = await addDevice(harness, fixture)
  const { alarm } = await raiseAlarm(harness, { ...fixture, device })
  const hash = hashOf(alarm.uuid)
  const { companyId, branchId } = alarm
  const issued = { wasOpen: true, issuedAt: new Date(), issuedById: fixture.people.SUPERVISOR.id }
  const values = { ...issued, number: numberOf(hash), alarmId: alarm.id, companyId, branchId, hash }
  await harness.db.insert(incidentFiles).values(values)
  return values.number
}

export const examples: Examples<typeof contract & typeof files> = {
  incidentFile: { of: 'row', ask: fresh },
  issueIncidentFile: { of: 'row', ask: fresh },
  checkIncidentFile: {
    of: 'row',
    ask: async (fixture, harness) => ({ body: { number: await anIssued(fixture, harness) } }),
  },
  incidentDetail: { of: 'row', ask: fresh },
  takeIncident: { of: 'row', ask: fresh },
  undoIncident: { of: 'row', status: 409, ask: fresh },
  closeIncident: {
    of: 'row',
    ask: async (fixture, harness) => ({ ...(await fresh(fixture, harness)), body: { cause: 'HELPED' } }),
  },
}
