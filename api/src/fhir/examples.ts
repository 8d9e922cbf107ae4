import type * as contract from '@carewatch/contracts/http/fhir'
import { metrics } from '@carewatch/contracts/metrics'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { auditLog } from '@carewatch/migrations/schema/people'
import { readings } from '@carewatch/migrations/schema/readings'
import { assignments, wearerRelations } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { raiseAlarm, type CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'
import { aSubscription } from './subscriptions/examples.ts'

const listed = { of: 'list' as const, ask: () => ({}) }
const ofPatient = {
  of: 'list' as const,
  ask: ({ wearer }: CompanyFixture) => ({ query: { patient: wearer.uuid } }),
}
const params = (id: string) => ({ params: { id } })
const first = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('no row')
  return row
}

/** One alarm of the house, made where there is none. */
async function anAlarm(fixture: CompanyFixture, harness: Harness) {
  const [known] = await harness.db
    .select()
    .from(alarms)
    .where(eq(alarms.deviceId, fixture.device.id))
    .limit(1)
  return known ?? (await raiseAlarm(harness, fixture)).alarm
}

/** One pulse, at a moment of its own. */
async function aPulse({ device }: CompanyFixture, { db }: Harness) {
  const time = new Date('2026-11-20T10:00:00.000Z')
  await db
    .insert(readings)
    .values({ deviceId: device.id, metric: metrics.heartRate.id, time, value: 71 })
    .onConflictDoNothing()
  return `${device.uuid.replaceAll('-', '')}.8867-4.${time.getTime()}`
}

export const examples: Examples<typeof contract> = {
  readPatient: { of: 'row', ask: ({ wearer }) => params(wearer.uuid) },
  searchPatients: listed,
  readFhirDevice: { of: 'row', ask: ({ device }) => params(device.uuid) },
  searchFhirDevices: listed,
  readDeviceUse: {
    of: 'row',
    ask: async ({ wearer }, { db }) =>
      params(first(await db.select().from(assignments).where(eq(assignments.wearerId, wearer.id))).uuid),
  },
  searchDeviceUses: ofPatient,
  readRelatedPerson: {
    of: 'row',
    ask: async ({ wearer }, { db }) =>
      params(
        first(await db.select().from(wearerRelations).where(eq(wearerRelations.wearerId, wearer.id))).uuid,
      ),
  },
  searchRelatedPersons: ofPatient,
  // Families see rooms as people of GATEWAY type alone.
  readFhirLocation: { of: 'row', ask: ({ room }) => params(room.uuid), notFor: ['OWNER', 'RELATIVE'] },
  searchFhirLocations: listed,
  readObservation: { of: 'row', ask: async (fixture, harness) => params(await aPulse(fixture, harness)) },
  searchObservations: ofPatient,
  readFlag: { of: 'row', ask: async (fixture, harness) => params((await anAlarm(fixture, harness)).uuid) },
  searchFlags: listed,
  readCommunication: {
    of: 'row',
    ask: async (fixture, harness) => params((await anAlarm(fixture, harness)).uuid),
  },
  searchCommunications: listed,
  readAuditEvent: {
    of: 'row',
    ask: async ({ company, wearer }, { db }) => {
      const done = { action: 'updated', entity: 'wearer', entityUuid: wearer.uuid, companyId: company.id }
      return params(first(await db.insert(auditLog).values(done).returning()).uuid)
    },
  },
  searchAuditEvents: listed,
  readSubscription: {
    of: 'row',
    notFor: ['SUPERVISOR'],
    ask: async (fixture, harness) => params((await aSubscription(fixture, harness)).uuid),
  },
  searchSubscriptions: listed,
  readGroup: { of: 'row', ask: ({ branch }) => params(branch.uuid) },
  searchGroups: listed,
  patientEverything: { of: 'row', ask: ({ wearer }) => params(wearer.uuid) },
  fhirMetadata: { of: 'anyone', ask: () => ({}) },
}
