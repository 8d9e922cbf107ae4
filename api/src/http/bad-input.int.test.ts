import { createHmac, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { createSession } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { exampleOf } from '../testing/examples.ts'
import { leavesOf, poisons, spoiled } from '../testing/spoil.ts'
import { JWT_SECRET, startHarness, type Harness, tokenFor } from '../testing/harness.ts'
import { addressOf, calls, guarded, mayAsk, newAddress, signInAs, tracesFrom } from '../testing/walk.ts'
import type { Input } from '../testing/example.ts'

type Call = (typeof calls)[number]

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1' })
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const tokenOf = ({ endpoint }: Call) => {
  const [role] = mayAsk(endpoint)
  return endpoint.allow === 'anyone' || !role ? undefined : signInAs(harness, fixture, role)
}

async function send({ endpoint }: Call, input: Input, token?: string) {
  const from = newAddress()
  const answer = await harness.exchange(endpoint.method, addressOf(endpoint, input), {
    from,
    ...(token !== undefined && { token }),
    ...('body' in input && { body: input.body }),
  })
  return { ...answer, traces: await tracesFrom(harness, from) }
}

const fits = (schema: z.ZodType | undefined, value: unknown): boolean =>
  schema ? schema.safeDecode(value as never).success : value === undefined

const withBody = calls.filter(({ endpoint }) => endpoint.body)
const withQuery = calls.filter(({ endpoint }) => endpoint.query)

/** A refusal says so, in words, changes nothing and tells nothing of the inside. */
const isClear = {
  success: false,
  message: expect.stringMatching(/\S/) as string,
}

/** What fits may be taken; what does not is refused, and so is whatever one asks for too often. */
function isRightlyAnswered(
  { status, traces, json }: Awaited<ReturnType<typeof send>>,
  doesFit: boolean,
): boolean {
  if (doesFit) return status < 500
  return (status === 400 || status === 429) && traces === 0 && json?.success === false && json.message !== ''
}

describe.each(withBody)('the body of $line', (call) => {
  const { endpoint, name } = call

  it('is refused when it is missing, unless none is needed', async () => {
    const { params, query } = await exampleOf(name).ask(fixture, harness)
    const answer = await send(
      call,
      { ...(params && { params }), ...(query && { query }) },
      await tokenOf(call),
    )
    expect(answer.status).toBe(fits(endpoint.body, undefined) ? answer.status : 400)
    expect(answer.status).toBeLessThan(500)
  })

  it('is refused with a key nobody knows, which is named', async () => {
    const input = await exampleOf(name).ask(fixture, harness)
    const body = { ...(input.body as object), surprise: 1 }
    const answer = await send(call, { ...input, body }, await tokenOf(call))
    expect(answer).toMatchObject({ status: 400, traces: 0, json: isClear })
    expect(Object.keys(answer.json?.context.errors)).toContain('surprise')
  })

  it('is refused when it is a megabyte', async () => {
    const input = await exampleOf(name).ask(fixture, harness)
    const body = { ...(input.body as object), surprise: 'x'.repeat(1_000_000) }
    expect(await send(call, { ...input, body }, await tokenOf(call))).toMatchObject({
      status: 413,
      traces: 0,
    })
  })

  it.each(Object.entries(poisons))(
    'is understood or clearly refused with %s in any place',
    async (_, poison) => {
      const input = await exampleOf(name).ask(fixture, harness)
      const wrong: string[] = []
      let token = await tokenOf(call)
      for (const path of input.body === undefined ? [] : leavesOf(input.body)) {
        const body = spoiled(input.body, path, poison)
        const answer = await send(call, { ...input, body }, token)
        // What was taken may have ended the sign-in that it came with.
        if (answer.status < 400) token = await tokenOf(call)
        if (!isRightlyAnswered(answer, fits(endpoint.body, body)))
          wrong.push(`${path.join('.')}: ${answer.text}`)
      }
      expect(wrong).toEqual([])
    },
  )
})

describe.each(withQuery)('the query of $line', (call) => {
  it('is refused with a key nobody knows, which is named', async () => {
    const input = await exampleOf(call.name).ask(fixture, harness)
    const answer = await send(call, { ...input, query: { ...input.query, surprise: 1 } }, await tokenOf(call))
    expect(answer).toMatchObject({ status: 400, json: isClear })
    expect(Object.keys(answer.json?.context.errors)).toContain('surprise')
  })

  it.each(['', "' or 1=1", '%00', '-1', '9'.repeat(30), 'x'.repeat(2_000)])(
    'answers %j in any place',
    async (text) => {
      const input = await exampleOf(call.name).ask(fixture, harness)
      const wrong: string[] = []
      for (const key of Object.keys(call.endpoint.query?.shape ?? {})) {
        const answer = await send(
          call,
          { ...input, query: { ...input.query, [key]: text } },
          await tokenOf(call),
        )
        if (answer.status >= 500) wrong.push(`${key}: ${answer.text}`)
      }
      expect(wrong).toEqual([])
    },
  )
})

describe.each(calls.filter(({ endpoint }) => endpoint.params))('the places of $line', (call) => {
  it.each(['%00', '..', "' or 1=1", '0', 'null', 'x'.repeat(1_500)])('are refused with %j', async (text) => {
    const input = await exampleOf(call.name).ask(fixture, harness)
    const wrong: string[] = []
    for (const key of Object.keys(call.endpoint.params?.shape ?? {})) {
      const params = { ...input.params, [key]: text }
      const answer = await send(call, { ...input, params }, await tokenOf(call))
      if (answer.status >= 500) wrong.push(`${key}: ${answer.text}`)
    }
    expect(wrong).toEqual([])
  })
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (text: string, secret: string, hash = 'sha256') =>
  createHmac(hash, secret).update(text).digest('base64url')

/** Tokens that open nothing, made of a good one. */
function deadTokens(good: string, others: { uuid: string; session: string }): Record<string, string> {
  const [, claims = '', signature = ''] = good.split('.')
  const { sub, jti } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string; jti: string }
  const none = `${part({ alg: 'none', typ: 'JWT' })}.${claims}`
  const hs512 = `${part({ alg: 'HS512', typ: 'JWT' })}.${claims}`
  const other = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub, jti, iss: 'carewatch', aud: 'elsewhere', exp: 9e9 })}`
  return {
    expired: tokenFor({ uuid: sub, session: jti }, -1),
    'signed by nobody': `${none}.`,
    'signed by another algorithm': `${hs512}.${sign(hs512, JWT_SECRET, 'sha512')}`,
    'for another audience': `${other}.${sign(other, JWT_SECRET)}`,
    'signed with another secret': `${good.split('.').slice(0, 2).join('.')}.${sign('x', 'another')}`,
    tampered: `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: others.uuid, jti })}.${signature}`,
    "of another's session": tokenFor({ uuid: sub, session: others.session }),
    'of no session': tokenFor({ uuid: sub, session: randomUUID() }),
  }
}

describe('a dead token', () => {
  it.each(guarded)('opens nothing at $line', async (call) => {
    const [role] = mayAsk(call.endpoint)
    const input = await exampleOf(call.name).ask(fixture, harness)
    const { uuid, id } = fixture.people.USER
    const wrong: string[] = []
    const others = { uuid, session: (await createSession(harness.db, id)).uuid }
    for (const [kind, token] of Object.entries(
      deadTokens(await signInAs(harness, fixture, role ?? 'ADMIN'), others),
    )) {
      const answer = await send(call, input, token)
      if (answer.status !== 401 || answer.traces > 0) wrong.push(`${kind}: ${answer.text}`)
    }
    expect(wrong).toEqual([])
  })
})
