import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHarness, type Harness } from '../testing/harness.ts'

const web = mkdtempSync(join(tmpdir(), 'web-'))
const tiles = Buffer.alloc(100_000, 'PMTiles, many of them. ')
writeFileSync(join(web, 'index.html'), '<!doctype html><title>Carewatch</title>')
mkdirSync(join(web, 'assets'))
writeFileSync(join(web, 'assets/world.pmtiles'), tiles)

const MAP_STYLE_URL = 'https://maps.example/street/style.json'

let shipped: Harness
let streets: Harness
beforeAll(async () => {
  ;[shipped, streets] = await Promise.all([
    startHarness({ WEB_DIST: web }),
    startHarness({ WEB_DIST: web, MAP_STYLE_URL }),
  ])
})
afterAll(() => Promise.all([shipped.close(), streets.close()]))

const settingsOf = async (harness: Harness) => {
  const { token } = await harness.person('USER')
  return (await harness.call('GET', '/portal/settings', { token })).context
}
const policyOf = async (harness: Harness) =>
  (await fetch(`${harness.api.url}/`)).headers.get('content-security-policy') ?? ''

it('the shipped map is read in parts, as it is', async () => {
  const answer = await fetch(`${shipped.api.url}/assets/world.pmtiles`, {
    headers: { range: 'bytes=16384-20479', 'accept-encoding': 'gzip, br' },
  })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes 16384-20479/${tiles.length}`)
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(tiles.subarray(16_384, 20_480))
})

it('without a map of streets nobody else is asked for anything', async () => {
  expect(await settingsOf(shipped)).toMatchObject({ mapStyleUrl: null })
  expect(await policyOf(shipped)).not.toMatch(/https?:/)
})

it('a map of streets may be read from its origin and from nowhere else', async () => {
  expect(await settingsOf(streets)).toMatchObject({ mapStyleUrl: MAP_STYLE_URL })
  const rules = (await policyOf(streets)).split(';').filter((rule) => rule.includes('https://maps.example'))
  expect(rules.map((rule) => rule.split(' ')[0])).toEqual(['img-src', 'connect-src'])
})
