import { createBranch, createDevice } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type { Bundle, Observation } from '@medplum/fhirtypes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askFhir, idsIn, measure, nextOf, resourcesIn } from '../testing/fhir-calls.ts'
import { type CompanyFixture, createCompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const ask = (path: string) => askFhir<Bundle>(harness, path, fixture.people.MANAGER.token)

/** The ids of all that a search finds, so many a page; between two of them something may happen. */
async function every(first: string, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const seen: string[] = []
  let path: string | undefined = first
  while (path && seen.length < 500) {
    const { resource, status } = await ask(path)
    expect(status).toBe(200)
    seen.push(...idsIn(resource))
    path = nextOf(resource)
    await between()
  }
  return seen
}

/** What the database has in this order, letter by letter. */
async function inDatabase(statement: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await harness.db.execute<{ uuid: string }>(statement)
  return rows.map(({ uuid }) => uuid)
}

describe('people', () => {
  beforeAll(async () => {
    const { company, branch } = fixture
    const place = { companyId: company.id, branchId: branch.id }
    const named = [
      ['Ann', 'Zur', '1930-05-01'],
      ['Bea', 'adler', '1941-01-01'],
      ['Cid', 'Adler', null],
      ['Dan', 'Österreich', '1930-05-01'],
      ['רות', 'כהן', null],
      ['Eve', '', '1939-09-09'],
      ['Max', `${'Lang'.repeat(20)}/:%|`, '1950-12-31'],
    ] as const
    await harness.db.insert(wearers).values(
      named.map(([firstName, lastName, dob], n) => ({
        firstName,
        lastName,
        dob,
        ...place,
        updatedAt: minutesAgo((n * 3) % 7),
      })),
    )
  })

  const isOurs = () => sql`${wearers.companyId} = ${fixture.company.id}`
  const orders = {
    family: () => sql`lower(${wearers.lastName}) collate "C"`,
    name: () => sql`lower(${wearers.lastName} || ' ' || ${wearers.firstName}) collate "C"`,
    birthdate: () => sql`coalesce(${wearers.dob}, '0001-01-01')`,
    _lastUpdated: () => sql`${wearers.updatedAt}`,
  }
  // Safe: the record's own keys.
  it.each(Object.keys(orders) as (keyof typeof orders)[])(
    'come by %s, over pages, both ways',
    async (name) => {
      const up = await inDatabase(
        sql`select uuid from ${wearers} where ${isOurs()} order by ${orders[name]()}, uuid`,
      )
      expect(up.length).toBe(8)
      for (const count of [1, 3, 50]) {
        expect(await every(`Patient?_sort=${name}&_count=${count}`)).toEqual(up)
        expect(await every(`Patient?_sort=-${name}&_count=${count}`)).toEqual(up.toReversed())
      }
    },
  )

  it('are each there once whoever comes and goes meanwhile', async () => {
    const { company, branch } = fixture
    const before = await every('Patient?_sort=family')
    let nth = 0
    // Before and behind where the search stands.
    const come = () =>
      harness.db.insert(wearers).values({
        firstName: 'New',
        companyId: company.id,
        branchId: branch.id,
        lastName: (nth += 1) % 2 === 0 ? 'aaa' : 'zzz',
      })
    const seen = await every('Patient?_sort=family&_count=2', () => (nth < 4 ? come() : Promise.resolve()))
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => before.includes(id))).toEqual(before)
    await harness.db.delete(wearers).where(eq(wearers.firstName, 'New'))
  })
})

it('watches come by when they changed', async () => {
  const { company, branch } = fixture
  const moments = [5, 3, 3, 9]
  for (const minutes of moments) {
    const { id } = await createDevice(harness.db, { companyId: company.id, branchId: branch.id })
    await harness.db
      .update(devices)
      .set({ updatedAt: minutesAgo(minutes) })
      .where(eq(devices.id, id))
  }
  const up = await inDatabase(
    sql`select uuid from ${devices} where company_id = ${company.id} order by updated_at, uuid`,
  )
  expect(await every('Device?_sort=_lastUpdated&_count=2')).toEqual(up)
  expect(await every('Device?_sort=-_lastUpdated&_count=1')).toEqual(up.toReversed())
})

it('houses and rooms come by name and by when they changed, among each other', async () => {
  const { company, branch } = fixture
  const named = ['Zoo', 'alpha', 'Ähre', 'Mid']
  for (const [n, name] of named.entries()) {
    const at = { updatedAt: minutesAgo(n * 2) }
    const { id } = await createBranch(harness.db, company.id)
    await harness.db
      .update(branches)
      .set({ name, ...at })
      .where(eq(branches.id, id))
    await harness.db
      .insert(rooms)
      .values({ name: `${name} 1`, branchId: branch.id, updatedAt: minutesAgo(n * 2 + 1) })
  }
  const all = sql`(select uuid, name, updated_at from ${branches} where company_id = ${company.id}
    union all select uuid, name, updated_at from ${rooms} where branch_id = ${branch.id}) one`
  for (const [sort, by] of [
    ['name', sql`name collate "C"`],
    ['_lastUpdated', sql`updated_at`],
  ] as const) {
    const up = await inDatabase(sql`select uuid from ${all} order by ${by}, uuid`)
    expect(up.length).toBeGreaterThan(9)
    for (const count of [1, 4]) {
      expect(await every(`Location?_sort=${sort}&_count=${count}`)).toEqual(up)
      expect(await every(`Location?_sort=-${sort}&_count=${count}`)).toEqual(up.toReversed())
    }
  }
  const plain = await every('Location?_count=2')
  expect(plain.length).toBe(new Set(plain).size)
})

it('what was measured by two watches at once comes in the order of time', async () => {
  const { company, branch, wearer, device } = fixture
  const second = await createDevice(harness.db, { companyId: company.id, branchId: branch.id })
  await harness.db
    .insert(assignments)
    .values({ wearerId: wearer.id, deviceId: second.id, startedAt: minutesAgo(100) })
  const other = { ...fixture, device: second }
  for (const minutes of [90, 70, 50, 30])
    await measure(harness, fixture, { minutes, heartRate: 70, systolic: 120 })
  for (const minutes of [80, 60, 40, 20]) await measure(harness, other, { minutes, heartRate: 80 })
  // More than are read at a time.
  await harness.db.execute(
    sql`insert into readings (device_id, metric, time, value) select ${device.id}, 1, now() - interval '1 day' - n * interval '1 second', 70 from generate_series(1, 1500) n`,
  )
  const base = `Observation?patient=${wearer.uuid}`
  const timesIn = (bundle: Bundle) =>
    resourcesIn(bundle).map((one) => (one as Observation).effectiveDateTime ?? '')
  const [recent] = [`${base}&date=ge${minutesAgo(100).toISOString()}`]
  const plain = await every(recent)
  expect(plain).toHaveLength(12)
  for (const sort of ['date', '-date']) {
    const { resource } = await ask(`${recent}&_sort=${sort}`)
    const times = timesIn(resource)
    expect(times).toEqual(sort === 'date' ? times.toSorted() : times.toSorted().toReversed())
    for (const count of [1, 5])
      expect(await every(`${recent}&_sort=${sort}&_count=${count}`)).toEqual(idsIn(resource))
    expect(idsIn(resource).toSorted()).toEqual(plain.toSorted())
  }
  const newest = await ask(`${base}&_sort=-date&_count=1`)
  expect(idsIn(newest.resource)[0]).toContain(second.uuid.replaceAll('-', ''))
  const back = await ask(`${base}&_sort=-date&_count=500`)
  const rest = await ask(nextOf(back.resource) ?? '')
  const times = [...timesIn(back.resource), ...timesIn(rest.resource)]
  expect(times).toHaveLength(1_000)
  expect(times).toEqual(times.toSorted().toReversed())
})
