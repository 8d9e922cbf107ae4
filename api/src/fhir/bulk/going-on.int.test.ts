import type { Scope } from '@carewatch/contracts/scopes'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { fhirExports } from '@carewatch/migrations/schema/fhir'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNeighbours, type Neighbours } from '../../testing/fhir-calls.ts'
import type { CompanyFixture } from '../../testing/fixtures.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, makePair, post, register, sign } from '../../testing/smart-client.ts'

const PUBLIC_URL = 'https://care.example'
const scopes: Scope[] = ['fhir:read', 'people:read', 'readings:read']

let harness: Harness
let there: Neighbours
beforeAll(async () => {
  harness = await startHarness({ PUBLIC_URL })
  there = await createNeighbours(harness)
  for (const fixture of [there.ours, there.theirs]) await measureMuch(fixture)
}, 60_000)
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.db.delete(fhirExports)
})

/** More than stands in the buffers between the two ends of a line. */
async function measureMuch({ device }: CompanyFixture) {
  await harness.db.execute(
    `insert into readings (device_id, metric, time, value) select ${device.id}, 1, now() - interval '1 day' - n * interval '1 second', 70 from generate_series(1, 20000) n`,
  )
  await harness.db.execute(
    `update assignments set started_at = now() - interval '10 days' where device_id = ${device.id}`,
  )
}

async function keyOf({ people }: CompanyFixture, branchUUIDs?: string[]) {
  const body = { name: 'Reads', scopes, password: TEST_PASSWORD, ...(branchUUIDs && { branchUUIDs }) }
  const { context } = await harness.call('POST', '/apiKeys/new', { token: people.MANAGER.token, body })
  return { secret: String(context.secret), ...context.apiKey } as {
    secret: string
    uuid: string
    prefix: string
  }
}

/** A file of which the beginning was read, and no more. */
async function beginFile(token: string, path = '$export?_type=Observation') {
  const { status, headers } = await harness.exchange('GET', `/fhir/${path}`, { token })
  expect(status).toBe(202)
  const place = (headers.get('content-location') ?? '').replace(/^.*\/api\/fhir\//, '')
  const answer = await fetch(`${harness.api.url}/api/fhir/${place}/Observation`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  })
  const reader = answer.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  return {
    rest: async (): Promise<string> => {
      const parts: Uint8Array[] = []
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (value) parts.push(value)
        if (done) return Buffer.concat(parts).toString()
      }
    },
  }
}

describe('a file of an export breaks off where, while it is read,', () => {
  it('its company is closed', async () => {
    const fixture = there.theirs
    const { rest } = await beginFile((await keyOf(fixture)).secret)
    const set = (isActive: boolean) =>
      harness.db.update(companies).set({ isActive }).where(eq(companies.id, fixture.company.id))
    await set(false)
    await expect(rest()).rejects.toThrow('terminated')
    await set(true)
  })

  it('a branch of its key is closed', async () => {
    const fixture = there.ours
    const { secret } = await keyOf(fixture, [fixture.branch.uuid, there.nextDoor.branch.uuid])
    const { rest } = await beginFile(secret)
    const set = (isActive: boolean) =>
      harness.db.update(branches).set({ isActive }).where(eq(branches.id, fixture.branch.id))
    await set(false)
    await expect(rest()).rejects.toThrow('terminated')
    await set(true)
  })

  it('the secret by which it is read is replaced', async () => {
    const fixture = there.ours
    const { secret, uuid } = await keyOf(fixture)
    const { rest } = await beginFile(secret)
    const { token } = fixture.people.MANAGER
    const body = { graceHours: 0, password: TEST_PASSWORD }
    expect((await harness.call('POST', `/apiKeys/rotate/${uuid}`, { token, body })).status).toBe(200)
    await expect(rest()).rejects.toThrow('terminated')
  })

  it('the public key of its access token is taken away', async () => {
    const fixture = there.ours
    const { uuid, prefix } = await keyOf(fixture)
    const pair = await makePair('ES384', 'of a name with spaces')
    await register(harness, fixture, { uuid, jwks: { keys: [pair.jwk] } })
    const claims = { aud: `${PUBLIC_URL}/api/fhir/auth/token` }
    const assertion = await sign(pair, prefix, { claims })
    const { body } = await post(harness, formOf(assertion, 'system/*.rs'))
    const { rest } = await beginFile(body.access_token ?? '')
    await register(harness, fixture, { uuid, jwks: null })
    await expect(rest()).rejects.toThrow('terminated')
  })

  it('whoever reads it looks after another branch', async () => {
    const fixture = there.ours
    const { SUPERVISOR } = fixture.people
    const { rest } = await beginFile(SUPERVISOR.token)
    const set = (branchId: number) =>
      harness.db.update(users).set({ branchId }).where(eq(users.id, SUPERVISOR.id))
    await set(there.nextDoor.branch.id)
    await harness.db.execute(`select pg_notify('user_changed', '${SUPERVISOR.uuid}')`)
    await expect(rest()).rejects.toThrow('terminated')
    await set(fixture.branch.id)
  })
})

it('a file holds nothing of whoever is out of sight by the time they would be read', async () => {
  const { ours, nextDoor } = there
  const { secret } = await keyOf(ours, [ours.branch.uuid, nextDoor.branch.uuid])
  const { rest } = await beginFile(secret)
  const set = (erasedAt: Date | null) =>
    harness.db.update(wearers).set({ erasedAt }).where(eq(wearers.id, nextDoor.wearer.id))
  await set(new Date())
  const text = await rest()
  await set(null)
  // The first of the two is the older one, whose file was begun.
  const named = [ours, nextDoor].map(({ wearer }) => text.includes(wearer.uuid))
  expect(named).toEqual([true, false])
})

it('a file of which whoever read it went away gives its turn back', async () => {
  const fixture = there.ours
  const { secret: token } = await keyOf(fixture)
  const { headers } = await harness.exchange('GET', '/fhir/$export?_type=Observation', { token })
  const place = (headers.get('content-location') ?? '').replace(/^.*\/api\/fhir\//, '')
  for (const encoding of ['identity', 'gzip', 'identity', 'gzip']) {
    const end = new AbortController()
    const fetched = async () => {
      const answer = await fetch(`${harness.api.url}/api/fhir/${place}/Observation`, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
        signal: end.signal,
      })
      if (answer.status === 200) return answer
      await answer.arrayBuffer()
      return undefined
    }
    // The turn of the one before is given back a moment after it went away.
    await expect.poll(async () => (await fetched())?.status, { timeout: 20_000 }).toBe(200)
    end.abort()
  }
})
