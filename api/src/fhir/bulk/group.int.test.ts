import type { Scope } from '@carewatch/contracts/scopes'
import { fhirExports } from '@carewatch/migrations/schema/fhir'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Bundle, Group, OperationOutcome, Resource } from '@medplum/fhirtypes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { learnDefinitions, schemaFaultsOf } from '../../testing/fhir.ts'
import {
  askFhir,
  createNeighbours,
  idsIn,
  keyOf,
  type Neighbours,
  resourcesIn,
} from '../../testing/fhir-calls.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'

const scopes: Scope[] = ['fhir:read', 'people:read', 'devices:read', 'readings:read', 'alarms:read']

let harness: Harness
let there: Neighbours
let key: string
beforeAll(async () => {
  learnDefinitions()
  harness = await startHarness()
  there = await createNeighbours(harness)
  for (const { wearer, device } of [there.ours, there.nextDoor])
    await harness.db.update(alarms).set({ wearerId: wearer.id }).where(eq(alarms.deviceId, device.id))
  key = await keyOf(harness, there.ours, { scopes })
}, 60_000)
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.db.delete(fhirExports)
})

const call = (method: string, path: string, token = key, body?: object) =>
  fetch(`${harness.api.url}/api/fhir/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/fhir+json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

const placeIn = ({ headers }: Response) =>
  (headers.get('content-location') ?? '').replace(/^.*\/api\/fhir\//, '')

async function manifestAt(place: string, token = key) {
  let answer = await call('GET', place, token)
  for (let asked = 0; answer.status === 202 && asked < 5; asked += 1) answer = await call('GET', place, token)
  expect(answer.status).toBe(200)
  // Safe: what is expected of it is what is tested.
  return (await answer.json()) as { request: string; output: { type: string }[] }
}

async function fileAt(place: string, type: string): Promise<Resource[]> {
  const answer = await call('GET', `${place}/${type}`)
  expect(answer.status).toBe(200)
  return (await answer.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Resource)
}

const kinds = [
  'Patient',
  'RelatedPerson',
  'Device',
  'DeviceUseStatement',
  'Flag',
  'Communication',
  'Observation',
]

it('a Group is a company, and each of its branches, with how many they are', async () => {
  const { ours, nextDoor, theirs } = there
  const { resource } = await askFhir<Bundle>(harness, 'Group', key)
  const groups = resourcesIn(resource) as Group[]
  const expected = await Promise.all(
    [
      [ours.company.uuid, eq(wearers.companyId, ours.company.id)] as const,
      ...[ours, nextDoor].map(({ branch }) => [branch.uuid, eq(wearers.branchId, branch.id)] as const),
    ].map(async ([uuid, which]) => [uuid, await harness.db.$count(wearers, which)]),
  )
  expect(groups.map(({ id, quantity }) => [id, quantity])).toEqual(expect.arrayContaining(expected))
  expect(groups).toHaveLength(3)
  expect(groups.map(({ type, actual }) => [type, actual])).toEqual(groups.map(() => ['person', true]))
  const ofBranch = await keyOf(harness, ours, { scopes, branchUUIDs: [ours.branch.uuid] })
  expect(idsIn((await askFhir(harness, 'Group', ofBranch)).resource)).toEqual([ours.branch.uuid])
  for (const hidden of [ours.company.uuid, nextDoor.branch.uuid, theirs.branch.uuid])
    expect((await askFhir(harness, `Group/${hidden}`, ofBranch)).status).toBe(404)
  const paged = await askFhir<Bundle>(harness, 'Group?_count=1', key)
  expect(idsIn(paged.resource)).toEqual([ours.company.uuid])
})

it('the export of a branch holds its people and what belongs to them, of the company all', async () => {
  const { ours, nextDoor, theirs } = there
  const begun = await call('GET', `Group/${ours.branch.uuid}/$export`)
  expect(begun.status).toBe(202)
  const place = placeIn(begun)
  const { output, request } = await manifestAt(place)
  expect(request).toMatch(new RegExp(`/Group/${ours.branch.uuid}/\\$export$`))
  expect(output.map(({ type }) => type).toSorted()).toEqual(kinds.toSorted())
  for (const type of kinds) {
    const text = JSON.stringify(await fileAt(place, type))
    expect([type, text.includes(ours.wearer.uuid)]).toEqual([type, true])
    for (const { wearer, device } of [nextDoor, theirs])
      expect([type, text.includes(wearer.uuid) || text.includes(device.uuid)]).toEqual([type, false])
  }
  const all = placeIn(await call('GET', `Group/${ours.company.uuid}/$export?_type=Patient`))
  await manifestAt(all)
  const people = (await fileAt(all, 'Patient')).map(({ id = '' }) => id)
  expect(people.toSorted()).toEqual([ours.wearer.uuid, nextDoor.wearer.uuid].toSorted())
  // Who moved away is not of it any more.
  await harness.db.update(wearers).set({ branchId: nextDoor.branch.id }).where(eq(wearers.id, ours.wearer.id))
  expect(await fileAt(place, 'Patient')).toEqual([])
  expect(await fileAt(place, 'Observation')).toEqual([])
  await harness.db.update(wearers).set({ branchId: ours.branch.id }).where(eq(wearers.id, ours.wearer.id))
  for (const { branch, company } of [theirs])
    for (const { uuid } of [branch, company])
      expect((await call('GET', `Group/${uuid}/$export`)).status).toBe(404)
})

it('begins by POST with Parameters as by GET', async () => {
  const { ours } = there
  const parameter = [
    { name: '_type', valueString: 'Patient' },
    { name: '_type', valueString: 'Device' },
    { name: '_outputFormat', valueString: 'application/fhir+ndjson' },
  ]
  const body = { resourceType: 'Parameters', parameter }
  for (const path of ['$export', 'Patient/$export', `Group/${ours.branch.uuid}/$export`]) {
    const begun = await call('POST', path, key, body)
    expect(begun.status).toBe(202)
    const { output } = await manifestAt(placeIn(begun))
    expect(output.map(({ type }) => type)).toEqual(['Patient', 'Device'])
    expect((await call('POST', path, key, { resourceType: 'Parameters' })).status).toBe(202)
    for (const wrong of [
      [{ name: '_since', valueInstant: 'yesterday' }],
      [{ name: '_elements', valueString: 'id' }],
      [{ name: '_type', valueString: 'Nothing' }],
      [1, 2].map(() => ({ name: '_since', valueInstant: '2026-11-01T00:00:00Z' })),
    ]) {
      const refused = await call('POST', path, key, { resourceType: 'Parameters', parameter: wrong })
      const outcome = (await refused.json()) as OperationOutcome
      expect([refused.status, schemaFaultsOf(outcome)]).toEqual([400, []])
    }
  }
  const without = await keyOf(harness, ours, { scopes: ['people:read'] })
  expect((await call('POST', '$export', without, body)).status).toBe(403)
})

it('HEAD says how far it is, and begins nothing', async () => {
  const place = placeIn(await call('GET', '$export?_type=Patient'))
  const { headers, status } = await call('HEAD', place)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(headers.get('expires')).not.toBeNull()
  const under = placeIn(await call('GET', '$export'))
  const first = await call('HEAD', under)
  expect([first.status, first.headers.get('x-progress')]).toEqual([202, '4 of 7 kinds'])
  expect(first.headers.get('retry-after')).toBe('1')
  expect((await call('HEAD', place, await keyOf(harness, there.theirs, { scopes }))).status).toBe(404)
  const before = await harness.db.$count(fhirExports)
  for (const path of ['$export', 'Patient/$export', `Group/${there.ours.branch.uuid}/$export`])
    expect((await call('HEAD', path)).status).toBeGreaterThanOrEqual(400)
  expect(await harness.db.$count(fhirExports)).toBe(before)
  // Of a file nothing is read, nobody is written down, and no turn is taken, for whoever does not fetch it.
  expect((await call('HEAD', `${place}/Patient`)).status).toBe(405)
})
