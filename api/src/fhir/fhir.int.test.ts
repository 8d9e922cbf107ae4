import { fhirResources } from '@carewatch/contracts/http/fhir-resources'
import { type Scope, scopes as allScopes } from '@carewatch/contracts/scopes'
import { auditLog } from '@carewatch/migrations/schema/people'
import { wearerRelations } from '@carewatch/migrations/schema/wearers'
import type { Bundle, Observation, Resource } from '@medplum/fhirtypes'
import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, learnDefinitions, schemaFaultsOf } from '../testing/fhir.ts'
import {
  askFhir,
  createNeighbours,
  faultsIn,
  fhirTypes,
  type Neighbours,
  idsIn,
  keyOf,
  nextOf,
  resourcesIn,
  searches,
} from '../testing/fhir-calls.ts'
import { type CompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

const everyScope: Scope[] = [...allScopes]

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

describe('each kind of resource', () => {
  it.each(fhirTypes)(
    '%s: a page of it, and each by its address, hold to the definitions of R4',
    async (type) => {
      const { resource: bundle, status, headers } = await ask(searches[type](there.ours))
      expect([status, headers.get('content-type')]).toEqual([200, 'application/fhir+json'])
      expect(schemaFaultsOf(bundle)).toEqual([])
      expect(faultsOf(bundle)).toEqual([])
      const found = resourcesIn(bundle)
      expect(found.length).toBeGreaterThan(0)
      for (const one of found) {
        expect(one.resourceType).toBe(type)
        expect(faultsIn(one)).toEqual([])
        const read = await ask<Resource>(`${type}/${one.id}`)
        expect([read.status, read.resource]).toEqual([200, one])
      }
    },
  )

  it.each(fhirTypes)(
    '%s: shows a key of a branch, a manager and strangers what is theirs alone',
    async (type) => {
      const scopes = everyScope
      const ofBranch = await keyOf(harness, there.ours, { scopes, branchUUIDs: [there.ours.branch.uuid] })
      const hidden = (fixture: CompanyFixture) =>
        [fixture.wearer, fixture.device, fixture.branch, fixture.room].map(({ uuid }) => uuid)
      const { text } = await ask(searches[type](there.ours), await keyOf(harness, there.ours, { scopes }))
      for (const uuid of hidden(there.theirs)) expect(text).not.toContain(uuid)
      const { text: narrow, status } = await ask(searches[type](there.ours), ofBranch)
      // The audit log is the whole company's.
      expect(status).toBe(type === 'AuditEvent' ? 403 : 200)
      for (const uuid of [...hidden(there.theirs), ...hidden(there.nextDoor)])
        expect(narrow).not.toContain(uuid)
      const others = await ask(searches[type](there.theirs), ofBranch)
      for (const uuid of hidden(there.theirs))
        expect(JSON.stringify(others.resource.entry ?? [])).not.toContain(uuid)
      const one = resourcesIn(
        (await ask(searches[type](there.theirs), there.theirs.people.MANAGER.token)).resource,
      )[0]
      const strange = await ask(`${type}/${one?.id}`)
      expect([strange.status, strange.resource.resourceType]).toEqual([404, 'OperationOutcome'])
    },
  )

  it.each(fhirTypes)(
    '%s: is refused to a key that lacks any of its scopes, and to no other',
    async (type) => {
      const { byKey, byKeyBeside } = fhirResources[type]
      const needed: Scope[] = [byKey, ...byKeyBeside]
      const path = searches[type](there.ours)
      for (const lacking of needed) {
        const scopes = everyScope.filter((scope) => scope !== lacking)
        const { status, resource } = await ask(path, await keyOf(harness, there.ours, { scopes }))
        expect([lacking, status]).toEqual([lacking, 403])
        expect(schemaFaultsOf(resource)).toEqual([])
      }
      expect((await ask(path, await keyOf(harness, there.ours, { scopes: needed }))).status).toBe(200)
    },
  )
})

it('everything of a person is all parts of it, of families what is since they are related', async () => {
  const { wearer, people } = there.ours
  const every = async (path: string, token: string) => {
    const { resource, status } = await ask(path, token)
    expect(status).toBe(200)
    return resourcesIn(resource)
  }
  const path = `Patient/${wearer.uuid}/$everything?_count=500`
  const all = await every(path, people.MANAGER.token)
  expect(new Set(all.map(({ resourceType }) => resourceType))).toEqual(
    new Set([
      'Patient',
      'RelatedPerson',
      'Device',
      'DeviceUseStatement',
      'Flag',
      'Communication',
      'Observation',
    ]),
  )
  for (const one of all) expect(faultsIn(one)).toEqual([])
  // A relative neither lists relatives nor has a history of alarms.
  const relative = await every(path, people.RELATIVE.token)
  expect(new Set(relative.map(({ resourceType }) => resourceType))).toEqual(
    new Set(['Patient', 'Device', 'DeviceUseStatement', 'Observation']),
  )
  const since = minutesAgo(15)
  await harness.db.update(wearerRelations).set({ since }).where(eq(wearerRelations.userId, people.OWNER.id))
  const owned = await every(`${path}&_type=Observation`, people.OWNER.token)
  const times = owned.map((one) => {
    // Safe: no other kind was asked for.
    const { effectiveDateTime, effectivePeriod } = one as Observation
    return effectiveDateTime ?? effectivePeriod?.end ?? ''
  })
  expect(times.length).toBeGreaterThan(0)
  expect(times.filter((time) => time < since.toISOString())).toEqual([])
  const seen: string[] = []
  let next: string | undefined = `Patient/${wearer.uuid}/$everything?_count=3`
  while (next) {
    const { resource }: { resource: Bundle } = await ask(next)
    seen.push(...idsIn(resource))
    next = nextOf(resource)
  }
  expect(seen).toEqual(all.map(({ id }) => id))
})

it('a key is handed of a record what its scopes hold, and no bundle of what they do not', async () => {
  const { wearer, device } = there.ours
  const path = `Patient/${wearer.uuid}/$everything?_count=500`
  const kinds = async (scopes: Scope[]) => {
    const { resource, status } = await ask(path, await keyOf(harness, there.ours, { scopes }))
    return [status, [...new Set(resourcesIn(resource).map(({ resourceType }) => resourceType))]]
  }
  expect(await kinds(['fhir:read'])).toEqual([403, []])
  expect(await kinds(['fhir:read', 'people:read'])).toEqual([
    200,
    ['Patient', 'RelatedPerson', 'DeviceUseStatement'],
  ])
  expect(await kinds(['fhir:read', 'people:read', 'alarms:read'])).toEqual([
    200,
    ['Patient', 'RelatedPerson', 'DeviceUseStatement', 'Flag', 'Communication'],
  ])
  const bundle = async (address: string, scopes: Scope[]) => {
    const token = await keyOf(harness, there.ours, { scopes })
    return (await harness.exchange('GET', `/export/fhir/${address}`, { token })).status
  }
  expect(await bundle(device.imei, ['fhir:read', 'people:read'])).toBe(403)
  expect(await bundle(device.imei, ['fhir:read', 'people:read', 'readings:read'])).toBe(200)
  expect(await bundle(`person/${wearer.uuid}`, ['fhir:read', 'people:read'])).toBe(403)
  expect(await bundle(`person/${wearer.uuid}`, ['fhir:read', 'people:read', 'alarms:read'])).toBe(200)
})

it('whoever reads somebody leaves a trace of it, a key too', async () => {
  const token = await keyOf(harness, there.theirs, { scopes: ['fhir:read', 'readings:read'] })
  await ask(`Observation?patient=${there.theirs.wearer.uuid}`, token)
  const { wearer, people } = there.theirs
  const isByKey = and(eq(auditLog.action, 'viewed'), ne(auditLog.userId, people.MANAGER.id))
  const of = and(eq(auditLog.entityUuid, wearer.uuid), isByKey)
  await expect.poll(() => harness.db.$count(auditLog, of)).toBe(1)
})
