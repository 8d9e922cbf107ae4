import { FHIR_READINGS_MAX } from '@carewatch/contracts/http/exports'
import type { Bundle, Observation } from '@medplum/fhirtypes'
import { createDevice } from '@carewatch/migrations/factories'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, learnDefinitions, profiles, schemaFaultsOf, sliceFaultsOf } from '../../testing/fhir.ts'
import { createCompanyFixture, type CompanyFixture, minutesAgo, record } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'

const DAY = 24 * 60

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  learnDefinitions()
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
}, 60_000)
afterAll(() => harness.close())

async function take(path: string, token = fixture.people.OWNER.token) {
  const answer = await harness.exchange('GET', path, { token })
  // Safe: checked against the definitions below.
  return { ...answer, bundle: JSON.parse(answer.text) as Bundle }
}
const observations = ({ entry = [] }: Bundle): Observation[] =>
  entry.flatMap(({ resource }) => (resource?.resourceType === 'Observation' ? [resource] : []))
const codeOf = ({ code }: Observation) => code.coding?.[0]?.code

describe('vitals in the words of FHIR', () => {
  it('are a bundle that holds to the definitions of R4', async () => {
    const { id, imei } = fixture.device
    const at = { minutes: 10, every: 10 }
    const taken = minutesAgo(2 * DAY).toISOString()
    const measured = {
      heartRate: 72,
      spo2: 97,
      temperature: 36.6,
      steps: 5_321,
      sleepDeep: 95,
      sleepLight: 210,
    }
    for (const [metric, value] of Object.entries(measured))
      // Safe: the keys written above.
      await record(harness, id, { ...at, metric: metric as keyof typeof measured, value: () => value })
    await harness.db.execute(sql`
      insert into readings (device_id, metric, time, value)
      values (${id}, 2, ${taken}, 128), (${id}, 3, ${taken}, 81)`)

    const { headers, bundle } = await take(`/export/fhir/${imei}?from=${minutesAgo(20 * DAY).toISOString()}`)
    expect(headers.get('content-type')).toMatch(/^application\/fhir\+json/)
    expect(faultsOf(bundle)).toEqual([])
    expect(schemaFaultsOf(bundle)).toEqual([])
    for (const observation of observations(bundle)) {
      expect(schemaFaultsOf(observation)).toEqual([])
      const profile = profiles.get(observation.meta?.profile?.[0] ?? '')
      expect(profile !== undefined).toBe(observation.category?.[0]?.coding?.[0]?.code === 'vital-signs')
      // This validator does not read the slices of a panel: they are looked at by themselves.
      const isPanel = observation.component !== undefined
      expect(faultsOf(observation, isPanel ? undefined : profile)).toEqual([])
      expect(profile ? sliceFaultsOf(observation, profile) : []).toEqual([])
    }

    const byCode = new Map(observations(bundle).map((one) => [codeOf(one), one]))
    expect(new Set(byCode.keys())).toEqual(
      new Set(['2708-6', '55423-8', '8310-5', '85354-9', '8867-4', '93832-4']),
    )
    expect(byCode.get('85354-9')).toMatchObject({
      status: 'final',
      effectiveDateTime: taken,
      category: [{ coding: [{ code: 'vital-signs' }] }],
      component: [
        { code: { coding: [{ code: '8480-6' }] }, valueQuantity: { value: 128, code: 'mm[Hg]' } },
        { code: { coding: [{ code: '8462-4' }] }, valueQuantity: { value: 81, code: 'mm[Hg]' } },
      ],
    })
    expect(byCode.get('2708-6')?.code.coding?.[1]?.code).toBe('59408-5')
    const number = (code: string) => {
      const { value, code: unit } = byCode.get(code)?.valueQuantity ?? {}
      return [value, unit]
    }
    expect(['8867-4', '2708-6', '8310-5', '55423-8', '93832-4'].map(number)).toEqual([
      [72, '/min'],
      [97, '%'],
      [36.6, 'Cel'],
      [5_321, '{steps}'],
      [305, 'min'],
    ])
  })

  it('are none of what was measured off the wrist', async () => {
    const device = await createDevice(harness.db, {
      companyId: fixture.company.id,
      branchId: fixture.branch.id,
    })
    const of = { minutes: 30, every: 10 } as const
    await record(harness, device.id, { ...of, metric: 'heartRate', value: (i) => 170 + i })
    await record(harness, device.id, { ...of, metric: 'steps', value: () => 500 })
    await record(harness, device.id, { ...of, metric: 'wearing', value: (i) => (i === 0 ? 0 : 1) })
    const { bundle } = await take(`/export/fhir/${device.imei}`, fixture.people.SUPERVISOR.token)
    const valuesOf = (code: string) =>
      observations(bundle).flatMap((one) => (codeOf(one) === code ? one.valueQuantity?.value : []))
    expect(valuesOf('8867-4')).toEqual([171, 172])
    expect(valuesOf('55423-8')).toEqual([500, 500, 500])
  })

  it('that lack what R4 asks for would be noticed', async () => {
    const { bundle } = await take(`/export/fhir/${fixture.device.imei}`)
    const [first] = observations(bundle)
    // Safe: spoiled on purpose.
    const spoiled = { ...first, status: undefined } as unknown as Observation
    expect(faultsOf(spoiled)).not.toEqual([])
    // Safe: spoiled on purpose.
    const named = { ...first, unknownToAnybody: 1 } as unknown as Observation
    expect(schemaFaultsOf(named)).not.toEqual([])
    expect(schemaFaultsOf({ ...bundle, link: [] })).toEqual(['/link is empty'])
  })

  it('are of who wears the watch, by name and birth, and never of its owner', async () => {
    const { wearer, device, people } = fixture
    await harness.db
      .update(wearers)
      .set({ firstName: 'Ruth', lastName: 'Cohen', dob: '1941-05-02', sex: 'female' })
      .where(eq(wearers.id, wearer.id))
    const { bundle, text } = await take(`/export/fhir/${device.imei}`)
    expect(faultsOf(bundle)).toEqual([])
    const urls = new Set(bundle.entry?.map(({ fullUrl }) => fullUrl))
    expect(urls.size).toBe(bundle.entry?.length)
    for (const { subject, device: by } of observations(bundle)) {
      expect(subject?.reference).toBe(`urn:uuid:${wearer.uuid}`)
      expect(urls).toContain(subject?.reference)
      expect(by?.reference).toBe(`urn:uuid:${device.uuid}`)
    }
    const patients = bundle.entry?.filter(({ resource }) => resource?.resourceType === 'Patient')
    expect(patients).toMatchObject([
      {
        resource: {
          id: wearer.uuid,
          name: [{ text: 'Ruth Cohen', given: ['Ruth'], family: 'Cohen' }],
          birthDate: '1941-05-02',
          gender: 'female',
        },
      },
    ])
    expect(text).not.toContain(people.OWNER.lastName)
    expect(text).not.toContain(device.name)
  })

  it('are of whom they were of: the next wearer’s bundle holds nothing of who wore it before', async () => {
    const own = await createCompanyFixture(harness)
    const { device, wearer, people, company, branch } = own
    await record(harness, device.id, { metric: 'heartRate', minutes: 100, every: 5, value: () => 61 })
    const handedOver = minutesAgo(50)
    await harness.db
      .update(assignments)
      .set({ endedAt: handedOver, end: 'HANDED_OVER' })
      .where(eq(assignments.wearerId, wearer.id))
    const [next] = await harness.db
      .insert(wearers)
      .values({ firstName: 'Miriam', companyId: company.id, branchId: branch.id })
      .returning()
    await harness.db
      .insert(assignments)
      .values({ wearerId: next?.id ?? 0, deviceId: device.id, startedAt: handedOver })
    const { bundle, text } = await take(`/export/fhir/${device.imei}`, people.MANAGER.token)
    const times = observations(bundle).map(({ effectiveDateTime = '' }) => effectiveDateTime)
    expect(times.length).toBeGreaterThan(5)
    expect(times.filter((time) => time < handedOver.toISOString())).toEqual([])
    expect(new Set(observations(bundle).map(({ subject }) => subject?.reference))).toEqual(
      new Set([`urn:uuid:${next?.uuid}`]),
    )
    expect(text).not.toContain(wearer.uuid)
  })

  it('are the same in every export, and of nobody where nobody wears the watch', async () => {
    const device = await createDevice(harness.db, { companyId: fixture.company.id })
    await record(harness, device.id, { metric: 'heartRate', minutes: 5, every: 5, value: () => 70 })
    const { token } = fixture.people.MANAGER
    const [one, other] = [
      await take(`/export/fhir/${device.imei}`, token),
      await take(`/export/fhir/${device.imei}`, token),
    ]
    expect(one.bundle.entry).toEqual(other.bundle.entry)
    expect(faultsOf(one.bundle)).toEqual([])
  })

  it('that are more than one bundle holds go on by its link, none lost and none twice', async () => {
    const device = await createDevice(harness.db, { companyId: fixture.company.id })
    const count = FHIR_READINGS_MAX + 10_001
    await harness.db.execute(sql`
      insert into readings (device_id, metric, time, value)
      select ${device.id}, metric, date_trunc('minute', now()) - (n / 2) * interval '1 minute', 80
      from generate_series(2, ${count + 1}::int) n, lateral (select 2 + n % 2 as metric) m`)
    const { token } = fixture.people.MANAGER
    const seen = new Set<string>()
    let next: string | undefined = `/export/fhir/${device.imei}?from=${minutesAgo(100_000).toISOString()}`
    let [bundles, values] = [0, 0]
    while (next) {
      const { bundle, status } = await take(next, token)
      expect(status).toBe(200)
      for (const { id, component = [] } of observations(bundle)) {
        if (id) seen.add(id)
        values += component.filter(({ valueQuantity }) => valueQuantity).length
      }
      next = bundle.link?.find(({ relation }) => relation === 'next')?.url?.replace(/^\/api/, '')
      bundles += 1
    }
    expect({ bundles, values, moments: seen.size }).toEqual({
      bundles: 2,
      values: count,
      moments: Math.ceil(count / 2),
    })
  }, 60_000)

  it('of another house are not found', async () => {
    const other = await createCompanyFixture(harness)
    const { status } = await harness.exchange('GET', `/export/fhir/${other.device.imei}`, {
      token: fixture.people.MANAGER.token,
    })
    expect(status).toBe(404)
  })
})
