import { fhirResources, type FhirType } from '@carewatch/contracts/http/fhir-resources'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Bundle, CapabilityStatement, Observation, Resource } from '@medplum/fhirtypes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, learnDefinitions, schemaFaultsOf } from '../testing/fhir.ts'
import {
  askFhir,
  createNeighbours,
  fhirTypes,
  type Neighbours,
  idsIn,
  measure,
  nextOf,
  resourcesIn,
  searches,
} from '../testing/fhir-calls.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let there: Neighbours
beforeAll(async () => {
  learnDefinitions()
  harness = await startHarness()
  there = await createNeighbours(harness)
}, 60_000)
afterAll(() => harness.close())

const ask = <Of extends Resource = Bundle>(path: string, token = there.ours.people.MANAGER.token) =>
  askFhir<Of>(harness, path, token)

describe('a search', () => {
  it('finds of each kind what the database has', async () => {
    const { company, wearer, device } = there.ours
    const { db } = harness
    const uuidsOf = (rows: { uuid: string }[]) => rows.map(({ uuid }) => uuid).toSorted()
    const found = async (path: string) => idsIn((await ask(path)).resource).toSorted()
    const patients = await db.select().from(wearers).where(eq(wearers.companyId, company.id))
    expect(await found('Patient')).toEqual(uuidsOf(patients))
    const watches = await db.select().from(devices).where(eq(devices.companyId, company.id))
    expect(await found('Device')).toEqual(uuidsOf(watches))
    const worn = await db.select().from(assignments).where(eq(assignments.wearerId, wearer.id))
    expect(await found(`DeviceUseStatement?patient=${wearer.uuid}`)).toEqual(uuidsOf(worn))
    const related = await db.select().from(wearerRelations).where(eq(wearerRelations.wearerId, wearer.id))
    expect(await found(`RelatedPerson?patient=${wearer.uuid}`)).toEqual(uuidsOf(related))
    const open = await db.select().from(alarms).where(eq(alarms.companyId, company.id))
    expect(await found('Flag?status=active')).toEqual(uuidsOf(open))
    expect(await found('Flag?status=inactive')).toEqual([])
    expect(await found('Communication?status=in-progress')).toEqual(uuidsOf(open))
    expect(await found(`Device?patient=${wearer.uuid}`)).toEqual([device.uuid])
    expect(await found(`Patient?identifier=urn:ietf:rfc:3986|urn:uuid:${wearer.uuid}`)).toEqual([wearer.uuid])
    expect(await found('Patient?_lastUpdated=lt2020-01-01')).toEqual([])
    expect(await found(`Location?partof=Location/${there.ours.branch.uuid}`)).toEqual([there.ours.room.uuid])
  })

  it('of measurements narrows by code, category and date', async () => {
    const { wearer } = there.ours
    const base = `Observation?patient=${wearer.uuid}`
    const codes = async (path: string) =>
      resourcesIn((await ask(path)).resource).map((one) => (one as Observation).code.coding?.[0]?.code)
    expect(await codes(`${base}&code=http://loinc.org|8867-4`)).toEqual(['8867-4', '8867-4', '8867-4'])
    expect(await codes(`${base}&code=59408-5,85354-9&_count=2`)).toHaveLength(2)
    expect(new Set(await codes(`${base}&category=activity`))).toEqual(new Set(['55423-8']))
    expect(await codes(`${base}&code=http://snomed.info/sct|8867-4`)).toEqual([])
    const time = await measure(harness, there.ours, { minutes: 5, heartRate: 99 })
    const exactly = `${base}&date=${time.toISOString()}`
    expect(await codes(exactly)).toEqual(['8867-4'])
    expect(await codes(`${base}&code=8867-4&date=lt${time.toISOString()}`)).toHaveLength(3)
    expect(await codes(`${base}&code=8867-4&date=ge${time.toISOString()}&date=lt2099`)).toHaveLength(1)
    expect(await codes(`${base}&date=eb2020`)).toEqual([])
  })

  it('goes on by its link, page by page, with none lost and none twice', async () => {
    const all = idsIn((await ask(`Observation?patient=${there.ours.wearer.uuid}&_count=500`)).resource)
    const seen: string[] = []
    let path: string | undefined = `Observation?patient=${there.ours.wearer.uuid}&_count=4`
    while (path) {
      const { resource }: { resource: Bundle } = await ask(path)
      expect(resource.entry?.length).toBeLessThanOrEqual(4)
      seen.push(...idsIn(resource))
      path = nextOf(resource)
    }
    expect(seen).toEqual(all)
    expect(new Set(seen).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(12)
  })

  it('refuses what it does not know, or leaves it out for whoever is lenient', async () => {
    const refused = await ask('Patient?name=Wilma')
    expect(refused).toMatchObject({ status: 400, resource: { issue: [{ location: ['http.name'] }] } })
    expect(faultsOf(refused.resource)).toEqual([])
    const lenient = await fetch(`${harness.api.url}/api/fhir/Patient?name=Nobody`, {
      headers: { authorization: `Bearer ${there.ours.people.MANAGER.token}`, prefer: 'handling=lenient' },
    })
    const bundle = (await lenient.json()) as Bundle
    expect(lenient.status).toBe(200)
    expect(bundle.link?.[0]?.url).not.toContain('name')
    expect((await ask('Observation')).status).toBe(400)
    expect((await ask('Patient?_cursor=bm9uZQ')).status).toBe(400)
    expect((await ask('Flag?date=yesterday')).status).toBe(400)
  })
})

describe('what refuses', () => {
  it.each([
    [401, 'Patient', 'login'],
    [404, 'Nothing/at/all', 'not-found'],
  ])('%i is an OperationOutcome', async (status, path, code) => {
    const answer = await fetch(`${harness.api.url}/api/fhir/${path}`)
    const outcome = (await answer.json()) as Resource
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/fhir+json'])
    expect(outcome).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code }] })
    expect(schemaFaultsOf(outcome)).toEqual([])
  })

  it('405 is one too', async () => {
    const answer = await fetch(`${harness.api.url}/api/fhir/Patient`, { method: 'DELETE' })
    expect([answer.status, ((await answer.json()) as Resource).resourceType]).toEqual([
      405,
      'OperationOutcome',
    ])
  })
})

describe('the CapabilityStatement', () => {
  it('holds to its definition and names every call of FHIR, each of which answers', async () => {
    const { resource: statement } = await ask<CapabilityStatement>('metadata')
    expect(schemaFaultsOf(statement)).toEqual([])
    expect(faultsOf(statement)).toEqual([])
    const named = statement.rest?.[0]?.resource ?? []
    expect(named.map(({ type }) => type)).toEqual(fhirTypes)
    for (const { type, searchParam = [] } of named) {
      // Safe: it was compared above.
      const search = searches[type as FhirType](there.ours)
      for (const { name = '', type: kind } of searchParam) {
        const value = {
          number: '3',
          date: 'ge2026-01-01',
          reference: `Patient/${there.ours.wearer.uuid}`,
          token: there.ours.wearer.uuid,
          special: fhirResources[type as FhirType].sorts[0],
        }
        const path = `${search}${search.includes('?') ? '&' : '?'}${name}=${value[kind as 'number'] ?? ''}`
        const isTwice = search.includes(`${name}=`)
        expect([name, (await ask(isTwice ? search : path)).status]).toEqual([name, 200])
      }
    }
    expect(named.find(({ type }) => type === 'Patient')?.operation?.[0]?.name).toBe('everything')
    expect((await ask(`Patient/${there.ours.wearer.uuid}/$everything`)).status).toBe(200)
  })
})
