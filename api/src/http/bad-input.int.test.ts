import { createHmac, randomUUID } from 'node:crypto'
import type { Role } from '@carewatch/contracts/roles'
import type { z } from 'zod'
import { createSession } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { exampleOf } from '../testing/examples.ts'
import { leavesOf, poisons, spoiled } from '../testing/spoil.ts'
import { JWT_SECRET, startHarness, type Harness, tokenFor } from '../testing/harness.ts'
import {
  addressOf,
  calls,
  forgetSignIn,
  guarded,
  mayAsk,
  newAddress,
  staySignedInAs,
  tracesFrom,
} from '../testing/walk.ts'
import type { Input } from '../testing/example.ts'

type Call = (typeof calls)[number]

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1' })
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const roleFor = ({ endpoint }: Call): Role | undefined =>
  endpoint.allow === 'anyone' ? undefined : mayAsk(endpoint)[0]

/** As whoever may ask, from an address of its own; `token`: as whoever that names. */
async function send(call: Call, input: Input, token?: string) {
  const { endpoint } = call
  const role = token === undefined ? roleFor(call) : undefined
  const signedIn = role ? await staySignedInAs(harness, fixture, role) : token
  const from = newAddress()
  const answer = await harness.exchange(endpoint.method, addressOf(endpoint, input), {
    from,
    ...(signedIn !== undefined && { token: signedIn }),
    ...('body' in input && { body: input.body }),
  })
  if (role && answer.status < 400) forgetSignIn(harness, fixture, role)
  return { ...answer, from }
}

/** An example's input, made anew once a call with it has changed something. */
function inputsOf(call: Call) {
  let unused: Promise<Input> | undefined
  const make = async (): Promise<Input> => exampleOf(call.name).ask(fixture, harness)
  return {
    input: (): Promise<Input> => (unused ??= make()),
    send: async (input: Input) => {
      const answer = await send(call, input)
      if (answer.status < 400 && call.endpoint.method !== 'GET') unused = undefined
      return answer
    },
  }
}

const tracesOf = ({ from }: { from: string }): Promise<number> => tracesFrom(harness, from)

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
function isRightlyAnswered({ status, json }: Awaited<ReturnType<typeof send>>, doesFit: boolean): boolean {
  if (doesFit) return status < 500
  return (status === 400 || status === 429) && json?.success === false && json.message !== ''
}

describe.each(withBody)('the body of $line', (call) => {
  const { endpoint } = call
  const example = inputsOf(call)

  it('is refused when it is missing, unless none is needed', async () => {
    const { params, query } = await example.input()
    const answer = await example.send({ ...(params && { params }), ...(query && { query }) })
    expect(answer.status).toBe(fits(endpoint.body, undefined) ? answer.status : 400)
    expect(answer.status).toBeLessThan(500)
  })

  it('is refused with a key nobody knows, which is named', async () => {
    const input = await example.input()
    const answer = await example.send({ ...input, body: { ...(input.body as object), surprise: 1 } })
    expect(answer).toMatchObject({ status: 400, json: isClear })
    expect(await tracesOf(answer)).toBe(0)
    expect(Object.keys(answer.json?.context.errors)).toContain('surprise')
  })

  it('is refused when it is a megabyte', async () => {
    const input = await example.input()
    const body = { ...(input.body as object), surprise: 'x'.repeat(1_000_000) }
    const answer = await example.send({ ...input, body })
    expect([answer.status, await tracesOf(answer)]).toEqual([413, 0])
  })

  it.each(Object.entries(poisons))(
    'is understood or clearly refused with %s in any place',
    async (_, poison) => {
      const input = await example.input()
      const wrong: string[] = []
      const refused: string[] = []
      for (const path of input.body === undefined ? [] : leavesOf(input.body)) {
        const body = spoiled(input.body, path, poison)
        const answer = await example.send({ ...input, body })
        const doesFit = fits(endpoint.body, body)
        if (!doesFit) refused.push(answer.from)
        if (!isRightlyAnswered(answer, doesFit)) wrong.push(`${path.join('.')}: ${answer.text}`)
      }
      expect(wrong).toEqual([])
      expect(await tracesFrom(harness, ...refused)).toBe(0)
    },
  )
})

describe.each(withQuery)('the query of $line', (call) => {
  const example = inputsOf(call)

  it('is refused with a key nobody knows, which is named', async () => {
    const input = await example.input()
    const answer = await example.send({ ...input, query: { ...input.query, surprise: 1 } })
    expect(answer).toMatchObject({ status: 400, json: isClear })
    expect(Object.keys(answer.json?.context.errors)).toContain('surprise')
  })

  it.each(['', "' or 1=1", '%00', '-1', '9'.repeat(30), 'x'.repeat(2_000)])(
    'answers %j in any place',
    async (text) => {
      const input = await example.input()
      const wrong: string[] = []
      for (const key of Object.keys(call.endpoint.query?.shape ?? {})) {
        const answer = await example.send({ ...input, query: { ...input.query, [key]: text } })
        if (answer.status >= 500) wrong.push(`${key}: ${answer.text}`)
      }
      expect(wrong).toEqual([])
    },
  )
})

describe.each(calls.filter(({ endpoint }) => endpoint.params))('the places of $line', (call) => {
  const example = inputsOf(call)

  it.each(['%00', '..', "' or 1=1", '0', 'null', 'x'.repeat(1_500)])('are refused with %j', async (text) => {
    const input = await example.input()
    const wrong: string[] = []
    for (const key of Object.keys(call.endpoint.params?.shape ?? {})) {
      const answer = await example.send({ ...input, params: { ...input.params, [key]: text } })
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
    const input = await exampleOf(call.name).ask(fixture, harness)
    const { uuid, id } = fixture.people.USER
    const others = { uuid, session: (await createSession(harness.db, id)).uuid }
    const good = await staySignedInAs(harness, fixture, roleFor(call) ?? 'ADMIN')
    const wrong: string[] = []
    const refused: string[] = []
    for (const [kind, token] of Object.entries(deadTokens(good, others))) {
      const answer = await send(call, input, token)
      refused.push(answer.from)
      if (answer.status !== 401) wrong.push(`${kind}: ${answer.text}`)
    }
    expect(wrong).toEqual([])
    expect(await tracesFrom(harness, ...refused)).toBe(0)
  })
})
