import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { positions } from '@carewatch/migrations/schema/readings'
import { away, townFile } from '@carewatch/simulator/town'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

const here: [number, number] = [34.7818, 32.0853]
const [lng, lat] = here
const names = { name: 'הרצל', 'name:en': 'Herzl Street' }
const bounds = [34.77, 32.08, 34.79, 32.09] as const
const line = [away(here, -300, 0), away(here, 300, 0)]
const first = townFile({ bounds, minZoom: 14, roads: [{ names, line }] })
const second = townFile({ bounds, minZoom: 14, roads: [{ names: { name: 'Allenby' }, line }] })

const folder = mkdtempSync(join(tmpdir(), 'map-'))
const MAP_FILE = join(folder, 'streets.pmtiles')
writeFileSync(MAP_FILE, first)

let harness: Harness
let without: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  ;[harness, without] = await Promise.all([
    startHarness({ MAP_FILE }),
    startHarness({ MAP_FILE: join(folder, 'not-yet.pmtiles') }),
  ])
  fixture = await createCompanyFixture(harness)
})
afterAll(() => Promise.all([harness.close(), without.close()]))

const part = (range: string | undefined, more: Record<string, string> = {}) =>
  fetch(`${harness.api.url}/api/map/streets.pmtiles`, {
    headers: {
      authorization: `Bearer ${fixture.people.OWNER.token}`,
      'accept-encoding': 'gzip, br',
      ...(range && { range }),
      ...more,
    },
  })

it('the map is read in parts, as it is, and a browser may keep them', async () => {
  const answer = await part('bytes=100-1299')
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes 100-1299/${first.length}`)
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(first.subarray(100, 1_300))
  const etag = answer.headers.get('etag') ?? ''
  expect((await part('bytes=0-99', { 'if-none-match': etag })).status).toBe(304)
  expect((await part('bytes=0-99', { 'if-none-match': '"another"' })).status).toBe(206)
})

it('the last part ends where the file does', async () => {
  const answer = await part(`bytes=${first.length - 10}-${first.length + 5_000}`)
  expect(answer.status).toBe(206)
  expect((await answer.arrayBuffer()).byteLength).toBe(10)
})

it.each([undefined, 'bytes=9-2', 'bytes=99999999-999999999', 'bytes=-5', 'bytes=0-1,5-6', 'bytes=a-b'])(
  'what is no part of it is refused with how large it is: %s',
  async (range) => {
    const answer = await part(range)
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${first.length}`)
  },
)

it('nobody reads it who is not signed in', async () => {
  const answer = await fetch(`${harness.api.url}/api/map/streets.pmtiles`, {
    headers: { range: 'bytes=0-99' },
  })
  expect(answer.status).toBe(401)
  expect((await part('bytes=0-99', { authorization: 'Bearer made-up' })).status).toBe(401)
})

it('where there is none, screens know it, and the address has nothing', async () => {
  const of = async (one: Harness) => {
    const { token } = await one.person('USER')
    const { hasStreets } = (await one.call('GET', '/portal/settings', { token })).context
    const { status } = await fetch(`${one.api.url}/api/map/streets.pmtiles`, {
      headers: { authorization: `Bearer ${token}`, range: 'bytes=0-99' },
    })
    const policy = (await fetch(`${one.api.url}/api/health/live`)).headers.get('content-security-policy')
    return { hasStreets, status, isTight: !/unsafe-eval|https?:/.test(policy ?? 'http:') }
  }
  expect(await of(harness)).toEqual({ hasStreets: true, status: 206, isTight: true })
  expect(await of(without)).toEqual({ hasStreets: false, status: 404, isTight: true })
})

const latest = async (selectedLanguage: string) => {
  const answer = await fetch(`${harness.api.url}/api/readings/latestLocation/${fixture.device.imei}`, {
    headers: { authorization: `Bearer ${fixture.people.OWNER.token}`, selectedLanguage },
  })
  // Safe: an answer of ours has a context.
  const { context } = (await answer.json()) as { context: { street: string | null } }
  return context.street
}
const fix = (minutes: number, values: Partial<typeof positions.$inferInsert>) =>
  harness.db.insert(positions).values({
    deviceId: fixture.device.id,
    time: minutesAgo(minutes),
    accuracyM: 8,
    lat,
    lng,
    ...values,
  })

it('where somebody was last has the street in the reader’s language, and none where the fix is too wide', async () => {
  expect(await latest('en')).toBeNull()
  await fix(9, { source: 'GPS' })
  expect(await latest('en')).toBe('Herzl Street')
  expect(await latest('iw')).toBe('הרצל')
  // Around the same place nothing is known better by it; elsewhere it is all that is known.
  await fix(8, { source: 'CELL', accuracyM: 800 })
  expect(await latest('en')).toBe('Herzl Street')
  await fix(7, { source: 'CELL', accuracyM: 800, lat: lat + 0.05 })
  expect(await latest('en')).toBeNull()
})

it('a map that takes its place is served and read from then on, under another mark', async () => {
  const before = (await part('bytes=0-99')).headers.get('etag')
  const next = join(folder, 'next')
  writeFileSync(next, second)
  renameSync(next, MAP_FILE)
  const answer = await part('bytes=0-16383')
  expect(answer.headers.get('etag')).not.toBe(before)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(MAP_FILE).subarray(0, 16_384))
  await fix(5, { source: 'GPS' })
  expect(await latest('en')).toBe('Allenby')
})
