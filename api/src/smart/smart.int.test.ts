import { createHmac } from 'node:crypto'
import type { Scope } from '@carewatch/contracts/scopes'
import { apiKeys, signedRequests } from '@carewatch/migrations/schema/api-keys'
import { auditLog } from '@carewatch/migrations/schema/people'
import type { Bundle, OperationOutcome } from '@medplum/fhirtypes'
import { and, eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { body as subscription } from '../fhir/subscriptions/examples.ts'
import { askFhir, createNeighbours, type Neighbours, resourcesIn } from '../testing/fhir-calls.ts'
import { createAccessTokens } from '../access/access-tokens.ts'
import type { CompanyFixture } from '../testing/fixtures.ts'
import { type Harness, JWT_SECRET, startHarness } from '../testing/harness.ts'
import { formOf, makePair, type Pair, post, register, sign } from '../testing/smart-client.ts'

const PUBLIC_URL = 'https://care.example'
const TOKEN_URL = `${PUBLIC_URL}/api/fhir/auth/token`
const everyScope: Scope[] = ['fhir:read', 'people:read', 'devices:read', 'readings:read', 'alarms:read']

let harness: Harness
let there: Neighbours
let rsa: Pair
let elliptic: Pair
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL })
  there = await createNeighbours(harness)
  ;[rsa, elliptic] = await Promise.all([makePair('RS384', 'first'), makePair('ES384', 'second')])
}, 60_000)
afterAll(() => harness.close())

/** Each test from an address of its own: who guesses wrong is counted by it. */
let from = ''
let tests = 0
beforeEach(() => {
  tests += 1
  from = `10.1.${Math.floor(tests / 250)}.${(tests % 250) + 1}`
})

type Wanted = { scopes?: Scope[]; branchUUIDs?: string[]; expiresAt?: string; keys?: Pair[] }

/** A key of a company, of which a program may sign in by these keys. */
async function clientOf(by: CompanyFixture, { keys = [rsa, elliptic], ...wanted }: Wanted = {}) {
  const body = { name: 'Hospital', password: TEST_PASSWORD, scopes: everyScope, ...wanted }
  const { token } = by.people.MANAGER
  const { context } = await harness.call('POST', '/apiKeys/new', { token, body })
  const { uuid, prefix } = context.apiKey
  const jwks = { keys: keys.map(({ jwk }) => jwk) }
  expect(await register(harness, by, { uuid, jwks })).toMatchObject({ status: 200 })
  return { uuid: String(uuid), prefix: String(prefix), secret: String(context.secret), by }
}
type Client = Awaited<ReturnType<typeof clientOf>>

const claimsOf = (more: object = {}) => ({ claims: { aud: TOKEN_URL, ...more } })
const ask = async ({ prefix }: Client, scope = 'system/*.rs', pair = rsa) =>
  post(harness, formOf(await sign(pair, prefix, claimsOf()), scope), from)
async function tokenOf(client: Client, scope?: string, pair?: Pair): Promise<string> {
  const { status, body } = await ask(client, scope, pair)
  expect([status, body.error]).toEqual([200, undefined])
  return body.access_token ?? ''
}
const statusBy = async (token: string, path = 'Patient') => (await askFhir(harness, path, token)).status
const endKey = ({ uuid, by }: Client) =>
  harness.call('POST', `/apiKeys/revoke/${uuid}`, { token: by.people.MANAGER.token })

describe('a program that signs by its own key', () => {
  it('finds where it signs in, and how', async () => {
    const answer = await fetch(`${harness.api.url}/api/fhir/.well-known/smart-configuration`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(await answer.json()).toMatchObject({
      token_endpoint: TOKEN_URL,
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
      grant_types_supported: ['client_credentials'],
      capabilities: expect.arrayContaining(['client-confidential-asymmetric', 'permission-v2']),
    })
  })

  it.each(['RS384', 'ES384'])(
    'is let in by %s for five minutes, and reads what it was granted',
    async (alg) => {
      const client = await clientOf(there.ours)
      const { status, headers, body } = await ask(client, 'system/*.rs', alg === 'RS384' ? rsa : elliptic)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(body).toMatchObject({ token_type: 'bearer', expires_in: 300 })
      expect(body.scope?.split(' ')).toContain('system/Observation.rs')
      // What no scope of its key holds.
      expect(body.scope).not.toContain('Location')
      expect(body.scope).not.toContain('AuditEvent')
      const { resource } = await askFhir<Bundle>(harness, 'Patient', body.access_token ?? '')
      expect(resourcesIn(resource).map(({ id }) => id)).toContain(there.ours.wearer.uuid)
      const traces = and(eq(auditLog.action, 'signedIn'), eq(auditLog.entityUuid, client.uuid))
      expect(await harness.db.$count(auditLog, traces)).toBe(1)
    },
  )

  it('sees of other companies and branches nothing', async () => {
    const { ours, theirs, nextDoor } = there
    const token = await tokenOf(await clientOf(ours, { branchUUIDs: [ours.branch.uuid] }))
    const { text } = await askFhir(harness, 'Patient', token)
    expect(text).toContain(ours.wearer.uuid)
    for (const { wearer } of [theirs, nextDoor]) {
      expect(text).not.toContain(wearer.uuid)
      expect(await statusBy(token, `Patient/${wearer.uuid}`)).toBe(404)
    }
  })

  it('does what it was granted alone, of what its key may', async () => {
    const client = await clientOf(there.ours)
    const { body } = await ask(
      client,
      'system/Flag.r launch system/Patient.cruds system/Location.rs user/Device.rs',
    )
    expect(body.scope?.split(' ').toSorted()).toEqual(['system/Flag.r', 'system/Patient.rs'])
    const token = body.access_token ?? ''
    expect(await statusBy(token)).toBe(200)
    expect(await statusBy(token, 'Flag')).toBe(403)
    expect(await statusBy(token, 'Communication')).toBe(403)
    expect(await statusBy(token, 'Device')).toBe(403)
    const { resource } = await askFhir<Bundle>(
      harness,
      `Patient/${there.ours.wearer.uuid}/$everything`,
      token,
    )
    expect(new Set(resourcesIn(resource).map(({ resourceType }) => resourceType))).toEqual(
      new Set(['Patient', 'Flag']),
    )
    // Outside of FHIR, and on the live socket, it is nothing.
    expect((await harness.call('GET', '/wearers/all', { token })).status).toBe(403)
  })

  it('is granted to write Subscriptions where its key holds that, and nothing else', async () => {
    const asked = 'system/Subscription.cruds system/Patient.cruds'
    const reading = await ask(await clientOf(there.ours), asked)
    expect(reading.body.scope?.split(' ').toSorted()).toEqual(['system/Patient.rs', 'system/Subscription.rs'])
    const writing = await ask(await clientOf(there.ours, { scopes: [...everyScope, 'fhir:write'] }), asked)
    expect(writing.body.scope?.split(' ').toSorted()).toEqual([
      'system/Patient.rs',
      'system/Subscription.cruds',
    ])
    const make = async (token = '', body = subscription) =>
      (await harness.exchange('POST', '/fhir/Subscription', { token, body })).status
    expect(await make(reading.body.access_token)).toBe(403)
    // It may make one, and this token may not read what it would be told.
    expect(await make(writing.body.access_token)).toBe(403)
    const both = await clientOf(there.ours, { scopes: [...everyScope, 'fhir:write'] })
    expect(await make(await tokenOf(both, 'system/Subscription.c system/Flag.r'))).toBe(201)
  })

  it('is granted by the letters of SMART 1 what they mean, and nothing that writes', async () => {
    const client = await clientOf(there.ours)
    expect((await ask(client, 'system/Patient.read')).body.scope).toBe('system/Patient.rs')
    const { status, body } = await ask(client, 'system/Patient.write system/Patient.cud system/Location.rs')
    expect([status, body.error]).toEqual([400, 'invalid_scope'])
  })
})

describe('an access token', () => {
  it('ends with its key, with the public key by which it was asked for, and with its time', async () => {
    const client = await clientOf(there.ours)
    const [first, second] = [await tokenOf(client), await tokenOf(client, undefined, elliptic)]
    expect([await statusBy(first), await statusBy(second)]).toEqual([200, 200])
    await register(harness, there.ours, { uuid: client.uuid, jwks: { keys: [elliptic.jwk] } })
    expect([await statusBy(first), await statusBy(second)]).toEqual([401, 200])
    await endKey(client)
    expect(await statusBy(second)).toBe(401)
    expect((await ask(client, undefined, elliptic)).body.error).toBe('invalid_client')
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const brief = await ask(await clientOf(there.ours, { expiresAt }))
    expect(Number(brief.body.expires_in)).toBeLessThanOrEqual(60)
  })

  it('ends with its public key also where another takes its name', async () => {
    const client = await clientOf(there.ours, { keys: [rsa] })
    const token = await tokenOf(client)
    expect(await statusBy(token)).toBe(200)
    const another = await makePair('RS384', rsa.kid)
    await register(harness, there.ours, { uuid: client.uuid, jwks: { keys: [another.jwk] } })
    expect(await statusBy(token)).toBe(401)
    expect(await statusBy(await tokenOf(client, undefined, another))).toBe(200)
    // The same key by another name is the same one.
    await register(harness, there.ours, { uuid: client.uuid, jwks: { keys: [{ ...rsa.jwk, kid: 'other' }] } })
    expect(await statusBy(token)).toBe(200)
  })

  it('that is over is refused, and is no guess', async () => {
    const { prefix } = await clientOf(there.ours)
    const over = { publicId: prefix.slice('cw_live_'.length), thumbprint: 'x', scope: 'system/*.rs' }
    const token = await createAccessTokens(JWT_SECRET).make(over, -60)
    const ask = async (bearer: string) =>
      (await harness.exchange('GET', '/fhir/Patient', { token: bearer, from })).status
    const statuses = new Set<number>()
    for (let tries = 0; tries < 40; tries += 1) statuses.add(await ask(token))
    expect(statuses).toEqual(new Set([401]))
    // What was signed otherwise is one.
    for (let tries = 0; tries < 40; tries += 1) statuses.add(await ask(`${token.slice(0, -4)}AAAA`))
    expect(statuses).toEqual(new Set([401, 429]))
  })

  it('is ended in other processes too', async () => {
    const client = await clientOf(there.ours)
    const token = await tokenOf(client)
    expect(await statusBy(token)).toBe(200)
    // As another process does it: this one hears of it from the database.
    await harness.db.transaction(async (tx) => {
      await tx.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.uuid, client.uuid))
      await tx.execute(`select pg_notify('user_changed', '${client.uuid}')`)
    })
    await expect.poll(() => statusBy(token), { timeout: 20_000 }).toBe(401)
  })

  it('is no token of ours that was signed otherwise', async () => {
    const { prefix } = await clientOf(there.ours)
    const claims = { sub: prefix.slice('cw_live_'.length), kid: 'first', scope: 'system/*.rs' }
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('carewatch fhir')
      .setAudience('carewatch fhir')
      .setExpirationTime('2m')
      .sign(Buffer.from(JWT_SECRET))
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged.split('.')[1]}.`
    for (const text of [forged, none, 'x']) expect(await statusBy(`cw_at_${text}`)).toBe(401)
    // A sign-in of a person is none either.
    expect(await statusBy(`cw_at_${there.ours.people.MANAGER.token}`)).toBe(401)
  })
})

describe('a request for a token is refused', () => {
  let client: Client
  beforeAll(async () => {
    client = await clientOf(there.ours)
  })

  const errorOf = async (assertion: string) => {
    const { status, body } = await post(harness, formOf(assertion, 'system/*.rs'), from)
    return [status, body.error, body.access_token]
  }
  const refused = [400, 'invalid_client', undefined]

  it.each([
    ['for another address', { aud: 'https://care.example/api/fhir' }],
    ['that is over', { exp: Math.floor(Date.now() / 1_000) - 90 }],
    ['that is good for an hour', { exp: Math.floor(Date.now() / 1_000) + 3_600 }],
    ['without an end', { exp: undefined }],
    ['without a name', { jti: undefined }],
    ['of another subject', { sub: 'cw_live_000000000000' }],
    ['that is not good yet', { nbf: Math.floor(Date.now() / 1_000) + 3_600 }],
  ])('%s', async (_, claims) => {
    expect(await errorOf(await sign(rsa, client.prefix, claimsOf(claims)))).toEqual(refused)
  })

  it('a second time', async () => {
    const assertion = await sign(rsa, client.prefix, claimsOf())
    expect((await errorOf(assertion))[0]).toBe(200)
    expect(await errorOf(assertion)).toEqual(refused)
    // Signed anew by the other key, and sent at once many times: one goes through.
    const again = await sign(elliptic, client.prefix, claimsOf({ jti: 'the same' }))
    const answers = await Promise.all(Array.from({ length: 8 }, () => errorOf(again)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(await harness.db.$count(signedRequests)).toBeGreaterThan(1)
  })

  it('by a key that is not its own', async () => {
    const stranger = await makePair('RS384', 'first')
    expect(await errorOf(await sign(stranger, client.prefix, claimsOf()))).toEqual(refused)
    const unknown = await makePair('RS384', 'third')
    expect(await errorOf(await sign(unknown, client.prefix, claimsOf()))).toEqual(refused)
    const other = await clientOf(there.theirs, { keys: [stranger] })
    expect(await errorOf(await sign(rsa, other.prefix, claimsOf()))).toEqual(refused)
    const without = await clientOf(there.ours)
    await register(harness, there.ours, { uuid: without.uuid, jwks: null })
    expect(await errorOf(await sign(rsa, without.prefix, claimsOf()))).toEqual(refused)
  })

  it('with a signature of another kind, or none', async () => {
    const text = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const now = Math.floor(Date.now() / 1_000)
    const { prefix: iss } = client
    const claims = text({ iss, sub: iss, aud: TOKEN_URL, jti: crypto.randomUUID(), exp: now + 60 })
    const none = `${text({ alg: 'none', typ: 'JWT', kid: 'first' })}.${claims}.`
    expect(await errorOf(none)).toEqual(refused)
    // The public key, which everybody knows, taken for a secret.
    for (const alg of ['HS256', 'HS384', 'RS384']) {
      const head = `${text({ alg, typ: 'JWT', kid: 'first' })}.${claims}`
      const signature = createHmac('sha384', JSON.stringify(rsa.jwk)).update(head).digest('base64url')
      expect(await errorOf(`${head}.${signature}`)).toEqual(refused)
    }
    const typ = { ...claimsOf(), header: { typ: 'at+jwt' } }
    expect(await errorOf(await sign(rsa, client.prefix, typ))).toEqual(refused)
  })

  it('that says too little, too much, or it twice', async () => {
    const good = formOf(await sign(rsa, client.prefix, claimsOf()), 'system/*.rs')
    const error = async (form: Parameters<typeof post>[1]) => (await post(harness, form, from)).body.error
    expect(await error({ ...good, grant_type: 'password' })).toBe('unsupported_grant_type')
    expect(await error({ ...good, client_assertion_type: 'x' })).toBe('invalid_request')
    expect(await error({ ...good, scope: '' })).toBe('invalid_request')
    expect(await error({ ...good, scope: 'x '.repeat(1_500) })).toBe('invalid_scope')
    expect(await error([...Object.entries(good), ['scope', 'system/*.rs']])).toBe('invalid_request')
    expect(await errorOf('nonsense')).toEqual(refused)
    expect(await errorOf('x'.repeat(9_000))).toEqual(refused)
  })

  it('that is huge, or of another kind, before anything of it is read', async () => {
    const send = (body: string | URLSearchParams, type?: string) =>
      fetch(`${harness.api.url}/api/fhir/auth/token`, {
        method: 'POST',
        body,
        headers: { 'x-forwarded-for': from, ...(type && { 'content-type': type }) },
      })
    const huge = await send(new URLSearchParams(formOf('x'.repeat(1_000_000), 'system/*.rs')))
    expect(huge.status).toBe(413)
    expect((await send('{}', 'application/json')).status).toBe(415)
    expect((await fetch(`${harness.api.url}/api/fhir/auth/token`)).status).toBe(405)
  })

  it('for a while, of who tried too often', async () => {
    const statuses = new Set<number>()
    for (let tries = 0; tries < 40; tries += 1)
      statuses.add((await post(harness, formOf('x', 'y'), from)).status)
    expect(statuses).toEqual(new Set([400, 429]))
  })
})

describe('public keys', () => {
  it.each([
    ['a private key', { kty: 'EC', d: 'AAAA' }, 'private'],
    ['a key of another kind', { kty: 'EC', crv: 'P-256' }, 'JWK'],
    ['a point that lies on no curve', { x: 'A'.repeat(64) }, 'JWK'],
    ['a key without a name', { kid: undefined }, 'JWK'],
  ])('refuses %s', async (_, more, why) => {
    const { uuid } = await clientOf(there.ours)
    const answer = await register(harness, there.ours, {
      uuid,
      jwks: { keys: [{ ...elliptic.jwk, ...more }] },
    })
    expect(answer.status).toBe(400)
    expect(answer.context.errors.jwks).toContain(why)
  })

  it('refuses a weak key, two of one name, too many, none and what is no set', async () => {
    const { uuid } = await clientOf(there.ours)
    const weak = { ...rsa.jwk, n: 'AAAA'.repeat(60) + 'w'.repeat(120) }
    const long = { ...rsa.jwk, n: 'w'.repeat(1_000) }
    const [three, even] = ['AAAD', 'AQAC'].map((e) => ({ ...rsa.jwk, e }))
    const six = Array.from({ length: 6 }, (__, n) => ({ ...elliptic.jwk, kid: `k${n}` }))
    for (const jwks of [
      { keys: [weak] },
      { keys: [long] },
      { keys: [three] },
      { keys: [even] },
      { keys: [rsa.jwk, rsa.jwk] },
      { keys: six },
      { keys: [] },
      [],
      'x',
    ])
      expect((await register(harness, there.ours, { uuid, jwks })).status).toBe(400)
    expect((await register(harness, there.theirs, { uuid, jwks: { keys: [rsa.jwk] } })).status).toBe(404)
  })

  it('are shown by name alone', async () => {
    const { uuid } = await clientOf(there.ours)
    const { token } = there.ours.people.MANAGER
    const list = await harness.call('GET', '/apiKeys/all?size=100', { token })
    const found = list.context.apiKeys.find((one: { uuid: string }) => one.uuid === uuid)
    expect(found.publicKeys).toEqual([
      { kid: 'first', alg: 'RS384' },
      { kid: 'second', alg: 'ES384' },
    ])
    expect(JSON.stringify(list)).not.toContain(rsa.jwk.n)
  })
})

it('who comes to FHIR with nothing, or with what is no token, is told how', async () => {
  const at = (headers: Record<string, string>) =>
    fetch(`${harness.api.url}/api/fhir/Patient`, { headers: { 'x-forwarded-for': from, ...headers } })
  const nothing = await at({})
  expect([nothing.status, nothing.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Carewatch"'])
  // Safe: what FHIR answers where it refuses.
  expect(((await nothing.json()) as OperationOutcome).resourceType).toBe('OperationOutcome')
  for (const authorization of ['Bearer cw_live_x', 'Bearer x', 'Basic eDp5', 'Bearer cw_at_x']) {
    const answer = await at({ authorization })
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
  }
  // Elsewhere nothing is different.
  const outside = await fetch(`${harness.api.url}/api/wearers/all`)
  expect([outside.status, outside.headers.get('www-authenticate')]).toEqual([401, null])
})
