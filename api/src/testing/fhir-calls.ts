import { fhirResources, type FhirType } from '@carewatch/contracts/http/fhir-resources'
import { metrics } from '@carewatch/contracts/metrics'
import type { Scope } from '@carewatch/contracts/scopes'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { readings } from '@carewatch/migrations/schema/readings'
import type { Bundle, Resource } from '@medplum/fhirtypes'
import { aSubscription } from '../fhir/subscriptions/examples.ts'
import { faultsOf, profiles, schemaFaultsOf, sliceFaultsOf } from './fhir.ts'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from './fixtures.ts'
import type { Harness } from './harness.ts'

const MEASURED = { heartRate: 72, systolic: 128, diastolic: 81, spo2: 97, temperature: 36.6, steps: 5_321 }

/** What a watch measured so many minutes ago. */
export async function measure(
  { db }: Harness,
  { device }: CompanyFixture,
  { minutes, ...values }: { minutes: number } & Partial<typeof MEASURED>,
): Promise<Date> {
  // Safe: the names of the values.
  const names = Object.keys(values) as (keyof typeof MEASURED)[]
  const time = minutesAgo(minutes)
  const rows = names.map((name) => ({
    deviceId: device.id,
    metric: metrics[name].id,
    time,
    value: values[name] ?? 0,
  }))
  await db.insert(readings).values(rows)
  return time
}

/** Two branches of a company and another company, each with an alarm and what was measured. */
export async function createNeighbours(harness: Harness) {
  const ours = await createCompanyFixture(harness)
  const nextDoor = await createCompanyFixture(harness, ours.company)
  const theirs = await createCompanyFixture(harness)
  for (const fixture of [ours, nextDoor, theirs]) {
    await raiseAlarm(harness, fixture)
    await aSubscription(fixture, harness)
    for (const minutes of [30, 20, 10]) await measure(harness, fixture, { minutes, ...MEASURED })
  }
  return { ours, nextDoor, theirs }
}
export type Neighbours = Awaited<ReturnType<typeof createNeighbours>>

type Wanted = { scopes: Scope[]; branchUUIDs?: string[] }

const keys = new Map<string, string>()

/** The secret of a new key. */
export async function keyOf(harness: Harness, { people }: CompanyFixture, wanted: Wanted): Promise<string> {
  const { token } = people.MANAGER
  const name = `${token} ${JSON.stringify(wanted)}`
  // Asked for again it is the same one: only so many are made in ten minutes.
  const known = keys.get(name)
  if (known !== undefined) return known
  const body = { name: 'Hospital', password: TEST_PASSWORD, ...wanted }
  const { status, context } = await harness.call('POST', '/apiKeys/new', { token, body })
  if (status !== 200) throw new Error(`no key was made: ${status}`)
  keys.set(name, context.secret)
  return context.secret
}

/** One call of FHIR as it comes back. */
export async function askFhir<Of extends Resource = Bundle>(harness: Harness, path: string, token: string) {
  const answer = await harness.exchange('GET', `/fhir/${path}`, { token })
  // Safe: held against the definitions.
  return { ...answer, resource: JSON.parse(answer.text) as Of }
}

export const resourcesIn = ({ entry = [] }: Bundle): Resource[] =>
  entry.flatMap(({ resource }) => resource ?? [])
export const idsIn = (bundle: Bundle): string[] => resourcesIn(bundle).map(({ id = '' }) => id)
/** Where the next page is asked for. */
export const nextOf = ({ link = [] }: Bundle): string | undefined =>
  link.find(({ relation }) => relation === 'next')?.url?.replace(/^.*\/api\/fhir\//, '')

/** What of a resource does not hold to HL7’s schema, to its definition, and to the profile that it claims. */
export function faultsIn(resource: Resource): string[] {
  const profile = resource.meta?.profile?.[0]
  const definition = profile === undefined ? undefined : profiles.get(profile)
  const isPanel = resource.resourceType === 'Observation' && resource.component !== undefined
  return [
    ...schemaFaultsOf(resource),
    ...faultsOf(resource, isPanel ? undefined : definition),
    ...(definition && resource.resourceType === 'Observation' ? sliceFaultsOf(resource, definition) : []),
  ]
}

/** A search of each kind that finds something. */
export const searches: Record<FhirType, (fixture: CompanyFixture) => string> = {
  Patient: () => 'Patient',
  Device: () => 'Device',
  DeviceUseStatement: ({ wearer }) => `DeviceUseStatement?patient=${wearer.uuid}`,
  RelatedPerson: ({ wearer }) => `RelatedPerson?patient=Patient/${wearer.uuid}`,
  Location: () => 'Location',
  Observation: ({ wearer }) => `Observation?patient=${wearer.uuid}`,
  Flag: () => 'Flag',
  Communication: () => 'Communication',
  AuditEvent: () => 'AuditEvent?_count=5',
  Group: () => 'Group',
  Subscription: () => 'Subscription',
}
// Safe: the record's own keys.
export const fhirTypes = Object.keys(fhirResources) as FhirType[]
