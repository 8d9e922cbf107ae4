import { branches } from '@carewatch/migrations/schema/people'
import type { Bundle, Observation } from '@medplum/fhirtypes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profiles, schemaFaultsOf, sliceFaultsOf } from '../../testing/fhir.ts'
import { createCompanyFixture, minutesAgo } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
}, 60_000)
afterAll(() => harness.close())

async function take(path: string, token: string) {
  const { text } = await harness.exchange('GET', path, { token })
  // Safe: checked against the definitions below.
  return { bundle: JSON.parse(text) as Bundle }
}
const observations = ({ entry = [] }: Bundle): Observation[] =>
  entry.flatMap(({ resource }) => (resource?.resourceType === 'Observation' ? [resource] : []))
const codeOf = ({ code }: Observation) => code.coding?.[0]?.code

describe('an observation', () => {
  it('says of half a blood pressure that the other half is unknown, as its profile asks', async () => {
    const { device } = await createCompanyFixture(harness)
    const at = minutesAgo(30).toISOString()
    await harness.db.execute(
      sql`insert into readings (device_id, metric, time, value) values (${device.id}, 2, ${at}, 128)`,
    )
    const { token } = await harness.person('ADMIN')
    const [pressure] = observations((await take(`/export/fhir/${device.imei}`, token)).bundle)
    const profile = profiles.get('http://hl7.org/fhir/StructureDefinition/bp')
    if (!pressure || !profile) throw new Error('no blood pressure, or no profile of it')
    expect(sliceFaultsOf(pressure, profile)).toEqual([])
    expect(schemaFaultsOf(pressure)).toEqual([])
    expect(
      pressure.component?.map(
        ({ valueQuantity, dataAbsentReason }) => valueQuantity?.value ?? dataAbsentReason?.coding?.[0]?.code,
      ),
    ).toEqual([128, 'unknown'])
    const [systolic] = pressure.component ?? []
    expect(sliceFaultsOf({ ...pressure, component: systolic ? [systolic] : [] }, profile)).toEqual([
      'DiastolicBP: 0 times',
    ])
  })

  it('has of steps and sleep the time that they cover: since the watch’s midnight, and the night before', async () => {
    const own = await createCompanyFixture(harness)
    const { device, people } = own
    await harness.db
      .update(branches)
      .set({ timeZone: 'Asia/Jerusalem' })
      .where(eq(branches.id, own.branch.id))
    const at = '2026-11-20T23:30:00.000Z'
    await harness.db.execute(sql`insert into readings (device_id, metric, time, value)
      values (${device.id}, 6, ${at}, 1200), (${device.id}, 7, ${at}, 90), (${device.id}, 8, ${at}, 200)`)
    const path = `/export/fhir/${device.imei}?from=2026-11-19T00:00:00.000Z&to=2026-11-22T00:00:00.000Z`
    const found = observations((await take(path, people.MANAGER.token)).bundle)
    // In Jerusalem it is half past one of the 21st.
    expect(found.map((one) => [codeOf(one), one.effectiveDateTime, one.effectivePeriod])).toEqual([
      ['55423-8', undefined, { start: '2026-11-20T22:00:00.000Z', end: at }],
      ['93832-4', undefined, { start: '2026-11-19T23:30:00.000Z', end: at }],
    ])
    for (const one of found) expect(schemaFaultsOf(one)).toEqual([])
  })
})
