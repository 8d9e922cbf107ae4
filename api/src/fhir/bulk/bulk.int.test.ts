import type { Scope } from '@carewatch/contracts/scopes'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { fhirExports } from '@carewatch/migrations/schema/fhir'
import { auditLog } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { asService } from '@carewatch/platform/database/testing'
import type { Resource } from '@medplum/fhirtypes'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { startApi } from '../../start.ts'
import { faultsOf, learnDefinitions, schemaFaultsOf } from '../../testing/fhir.ts'
import {
  askFhir,
  createNeighbours,
  faultsIn,
  keyOf,
  measure,
  type Neighbours,
  resourcesIn,
} from '../../testing/fhir-calls.ts'
import type { CompanyFixture } from '../../testing/fixtures.ts'
import { type Harness, JWT_SECRET, startHarness } from '../../testing/harness.ts'
import { formOf, makePair, post, register, sign, tokenUrlAt } from '../../testing/smart-client.ts'

const everyScope: Scope[] = [
  'fhir:read',
  'people:read',
  'devices:read',
  'rooms:read',
  'readings:read',
  'alarms:read',
]

let harness: Harness
let there: Neighbours
beforeAll(async () => {
  learnDefinitions()
  harness = await startHarness()
  there = await createNeighbours(harness)
}, 60_000)
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.db.delete(fhirExports)
})

const keyFor = (by: CompanyFixture, wanted: { scopes?: Scope[]; branchUUIDs?: string[] } = {}) =>
  keyOf(harness, by, { scopes: everyScope, ...wanted })

/** A call by its address below FHIR, at this process or another. */
const ask = (path: string, token: string, method = 'GET') =>
  harness.exchange(method, `/fhir/${path}`, { token })

/** The address of an export that begins, below FHIR. */
async function begin(token: string, path = '$export'): Promise<string> {
  const { status, headers } = await ask(path, token)
  expect(status).toBe(202)
  return (headers.get('content-location') ?? '').replace(/^.*\/api\/fhir\//, '')
}

type Manifest = {
  transactionTime: string
  request: string
  requiresAccessToken: boolean
  output: { type: string; url: string }[]
}

/** Asks until it is done, as the standard has it. */
async function manifestAt(place: string, token: string): Promise<Manifest> {
  for (let asked = 0; asked < 5; asked += 1) {
    const { status, text, headers } = await ask(place, token)
    if (status === 200) {
      if (headers.get('content-type') !== 'application/json') throw new Error('a manifest is JSON')
      // Safe: what is expected of it is what is tested.
      return JSON.parse(text) as Manifest
    }
    if (status !== 202 || headers.get('retry-after') === null) throw new Error(`it is ${status}`)
  }
  throw new Error('it was never done')
}

const linesOf = (text: string): Resource[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    // Safe: held against the definitions.
    .map((line) => JSON.parse(line) as Resource)

async function fileAt(place: string, type: string, token: string) {
  const { status, text, headers } = await ask(`${place}/${type}`, token)
  return { status, type: headers.get('content-type'), resources: status === 200 ? linesOf(text) : [] }
}

describe('an export in bulk', () => {
  it('holds of each kind what its searches find, by the definitions of R4', async () => {
    const token = await keyFor(there.ours)
    const place = await begin(token)
    const manifest = await manifestAt(place, token)
    expect(manifest).toMatchObject({ requiresAccessToken: true, error: [] })
    expect(manifest.request).toMatch(/\/api\/fhir\/\$export$/)
    expect(new Set(manifest.output.map(({ type }) => type))).toEqual(
      new Set([
        'Patient',
        'RelatedPerson',
        'Device',
        'DeviceUseStatement',
        'Flag',
        'Communication',
        'Observation',
        'Location',
      ]),
    )
    for (const { type, url } of manifest.output) {
      // By the address that the manifest says.
      const place = url.replace(/^.*\/api/, '/api')
      const answer = await fetch(`${harness.api.url}${place}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/fhir+ndjson'])
      const resources = linesOf(await answer.text())
      expect(new Set(resources.map(({ resourceType }) => resourceType))).toEqual(new Set([type]))
      for (const one of resources) expect(faultsIn(one)).toEqual([])
    }
    for (const type of ['Patient', 'Device', 'Flag', 'Communication', 'Location']) {
      const { resources } = await fileAt(place, type, token)
      const found = resourcesIn((await askFhir(harness, `${type}?_count=500`, token)).resource)
      expect(found.length).toBeGreaterThan(0)
      expect(resources).toEqual(found)
    }
    const { resources } = await fileAt(place, 'Observation', token)
    for (const { wearer } of [there.ours, there.nextDoor]) {
      const path = `Observation?patient=${wearer.uuid}&_count=500`
      const found = resourcesIn((await askFhir(harness, path, token)).resource)
      expect(found.length).toBeGreaterThan(0)
      expect(resources).toEqual(expect.arrayContaining(found))
    }
    const traces = and(eq(auditLog.action, 'exported'), eq(auditLog.companyId, there.ours.company.id))
    expect(await harness.db.$count(auditLog, traces)).toBeGreaterThan(0)
  })

  it('of people holds no rooms, and nothing that is nobody’s', async () => {
    const token = await keyFor(there.ours)
    const place = await begin(token, 'Patient/$export?_type=Patient,Device')
    const { output, request } = await manifestAt(place, token)
    expect(output.map(({ type }) => type)).toEqual(['Patient', 'Device'])
    expect(request).toContain('_type=Patient%2CDevice')
    expect((await ask('Patient/$export?_type=Location', token)).status).toBe(400)
    expect((await fileAt(place, 'Flag', token)).status).toBe(404)
  })

  it('shows a key of a branch, and another company, what is theirs alone', async () => {
    const { ours, theirs, nextDoor } = there
    const token = await keyFor(ours, { branchUUIDs: [ours.branch.uuid] })
    const place = await begin(token)
    for (const { type } of (await manifestAt(place, token)).output) {
      const { text } = await ask(`${place}/${type}`, token)
      expect(text.length).toBeGreaterThan(0)
      for (const other of [theirs, nextDoor])
        for (const { uuid } of [other.wearer, other.device, other.branch, other.room])
          expect(text).not.toContain(uuid)
    }
    // Whose it is not: a stranger, a colleague, and another key of the same company.
    const others = [await keyFor(theirs), ours.people.MANAGER.token, await keyFor(ours)]
    for (const other of others)
      for (const [path, method] of [[place], [`${place}/Patient`], [place, 'DELETE']] as const)
        expect((await ask(path, other, method)).status).toBe(404)
    expect((await fetch(`${harness.api.url}/api/fhir/${place}/Patient`)).status).toBe(401)
  })

  it('holds what its key’s scopes hold; what was asked for by name beyond them is refused', async () => {
    const token = await keyFor(there.ours, { scopes: ['fhir:read', 'people:read'] })
    const place = await begin(token)
    expect((await manifestAt(place, token)).output.map(({ type }) => type)).toEqual([
      'Patient',
      'RelatedPerson',
      'DeviceUseStatement',
    ])
    expect((await fileAt(place, 'Observation', token)).status).toBe(404)
    expect((await ask('$export?_type=Patient,Observation', token)).status).toBe(403)
    const nothing = await keyFor(there.ours, { scopes: ['fhir:read'] })
    expect((await ask('$export', nothing)).status).toBe(403)
    const without = await keyFor(there.ours, { scopes: ['people:read'] })
    expect((await ask('$export', without)).status).toBe(403)
  })

  it('of what changed since holds that, and of measurements a week before it', async () => {
    const token = await keyFor(there.theirs)
    const { transactionTime } = await manifestAt(await begin(token), token)
    await measure(harness, there.theirs, { minutes: 8 * 24 * 60, heartRate: 55 })
    const later = new Date(Date.parse(transactionTime) + 3_600_000)
    await harness.db
      .update(wearers)
      .set({ updatedAt: new Date(later.getTime() + 1_000) })
      .where(eq(wearers.id, there.theirs.wearer.id))
    const since = encodeURIComponent(later.toISOString())
    const place = await begin(token, `$export?_since=${since}`)
    const { output } = await manifestAt(place, token)
    expect(output.map(({ type }) => type)).toContain('Patient')
    expect(output.map(({ type }) => type)).not.toContain('Flag')
    const measured = (await fileAt(place, 'Observation', token)).resources.map((one) => JSON.stringify(one))
    expect(measured.length).toBeGreaterThan(0)
    expect(measured.filter((text) => text.includes('"value":55'))).toEqual([])
    for (const wrong of ['2026-11-01', 'ge2026-11-01T00:00:00Z', 'yesterday'])
      expect((await ask(`$export?_since=${wrong}`, token)).status).toBe(400)
    expect((await ask('$export?_outputFormat=text/csv', token)).status).toBe(400)
    expect((await ask('$export?_type=Patient,Nothing', token)).status).toBe(400)
    expect((await ask('$export?_elements=id', token)).status).toBe(400)
  })

  it('is gone on with by another process, and is over when it is ended or a day old', async () => {
    const token = await keyFor(there.ours)
    const place = await begin(token)
    const under = await ask(place, token)
    expect([under.status, under.headers.get('x-progress')]).toEqual([202, '4 of 8 kinds'])
    expect(schemaFaultsOf(JSON.parse(under.text) as Resource)).toEqual([])
    const env = {
      DATABASE_URL: asService(harness.url, 'api'),
      HTTP_PORT: '0',
      JWT_SECRET,
      SERVICE_SECRET: 'service',
    }
    const other = await startApi(readEnv({ ...env, MQTT_URL: 'mqtt://127.0.0.1:1', LOG_LEVEL: 'fatal' }))
    try {
      const headers = { authorization: `Bearer ${token}` }
      const done = await fetch(`${other.url}/api/fhir/${place}`, { headers })
      expect(done.status).toBe(200)
      const file = await fetch(`${other.url}/api/fhir/${place}/Patient`, { headers })
      expect(linesOf(await file.text()).length).toBeGreaterThan(0)
    } finally {
      await other.close()
    }
    const ended = await ask(place, token, 'DELETE')
    expect(ended.status).toBe(202)
    for (const path of [place, `${place}/Patient`]) expect((await ask(path, token)).status).toBe(404)
    const old = await begin(token)
    await harness.db.update(fhirExports).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    expect((await ask(old, token)).status).toBe(404)
  })

  it('is one of ten of a company', async () => {
    const token = await keyFor(there.ours)
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await ask('$export', token)).status),
    )
    expect(statuses.filter((status) => status === 202)).toHaveLength(10)
    const refused = await ask('$export', token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(schemaFaultsOf(JSON.parse(refused.text) as Resource)).toEqual([])
    expect((await ask('$export', await keyFor(there.theirs))).status).toBe(202)
  })

  it('is refused to a key that was revoked or has run out, and breaks off where that happens while it is read', async () => {
    const body = { name: 'Brief', scopes: everyScope, password: TEST_PASSWORD }
    const { token: manager } = there.ours.people.MANAGER
    const { context } = await harness.call('POST', '/apiKeys/new', { token: manager, body })
    const { secret, apiKey } = context
    const place = await begin(secret, '$export?_type=Patient,Observation')
    const many = Array.from({ length: 40_000 }, (_, n) => n)
    await harness.db.execute(
      `insert into readings (device_id, metric, time, value) select ${there.ours.device.id}, 1, now() - interval '1 day' - n * interval '1 second', 70 from generate_series(1, ${many.length}) n on conflict do nothing`,
    )
    await harness.db.execute(
      `update assignments set started_at = now() - interval '10 days' where device_id = ${there.ours.device.id}`,
    )
    const answer = await fetch(`${harness.api.url}/api/fhir/${place}/Observation`, {
      headers: { authorization: `Bearer ${secret}`, 'accept-encoding': 'identity' },
    })
    const reader = answer.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await harness.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.uuid, apiKey.uuid))
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow('terminated')
    await harness.db.execute(`select pg_notify('user_changed', '${apiKey.uuid}')`)
    await expect.poll(async () => (await ask(place, secret)).status, { timeout: 20_000 }).toBe(401)
  })

  it('is what an access token was granted, and no more', async () => {
    const body = { name: 'Signing', scopes: everyScope, password: TEST_PASSWORD }
    const { token: manager } = there.ours.people.MANAGER
    const { context } = await harness.call('POST', '/apiKeys/new', { token: manager, body })
    const { uuid, prefix } = context.apiKey
    const pair = await makePair('ES384', 'bulk')
    await register(harness, there.ours, { uuid, jwks: { keys: [pair.jwk] } })
    const { resource } = await askFhir(harness, 'metadata', context.secret)
    expect(faultsOf(resource)).toEqual([])
    const tokenUrl = JSON.stringify(resource).match(/"valueUri":"([^"]+)"/)?.[1] ?? tokenUrlAt(harness)
    const tokenFor = async (scope: string) =>
      (await post(harness, formOf(await sign(pair, prefix, { claims: { aud: tokenUrl } }), scope))).body
        .access_token ?? ''
    const narrow = await tokenFor('system/Patient.rs system/Flag.rs')
    const place = await begin(narrow)
    expect((await manifestAt(place, narrow)).output.map(({ type }) => type)).toEqual(['Patient', 'Flag'])
    const wide = await tokenFor('system/*.rs')
    const all = await begin(wide)
    // Whoever asks with less first takes nothing from who asks with more.
    const kindsBy = async (token: string) => (await manifestAt(all, token)).output.map(({ type }) => type)
    expect(await kindsBy(narrow)).toEqual(['Patient', 'Flag'])
    expect(await kindsBy(wide)).toContain('Observation')
    expect((await fileAt(all, 'Patient', narrow)).status).toBe(200)
    // The same key, by a token that was granted less.
    expect((await fileAt(all, 'Observation', narrow)).status).toBe(403)
  })
})
