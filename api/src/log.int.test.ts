import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { talkTo } from './testing/exchange.ts'
import { createCompanyFixture, type CompanyFixture, raiseAlarm, record } from './testing/fixtures.ts'
import { exampleOf } from './testing/examples.ts'
import { asService } from '@carewatch/platform/database/testing'
import { leavesOf } from './testing/spoil.ts'
import { JWT_SECRET, startHarness, type Harness, until } from './testing/harness.ts'
import { addressOf, calls, mayAsk, signInAs } from './testing/walk.ts'

/** With more figures than the milliseconds of a request are logged with, which may be any. */
const MEASURED = [72.640625, 143.53125] as const

let harness: Harness
let fixture: CompanyFixture
let stop: () => Promise<void>
let url: string
let output = ''
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  await raiseAlarm(harness, fixture, { value: MEASURED[1] })
  await record(harness, fixture.device.id, {
    metric: 'heartRate',
    minutes: 60,
    every: 5,
    value: () => MEASURED[0],
  })
  const child = fork(join(import.meta.dirname, 'main.ts'), [], {
    silent: true,
    env: {
      DATABASE_URL: asService(harness.url, 'api'),
      HTTP_PORT: '0',
      JWT_SECRET,
      SERVICE_SECRET: 'a secret of the services',
      MQTT_URL: 'mqtt://127.0.0.1:1',
      LOG_LEVEL: 'trace',
    },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  await once(child, 'message')
  await until('it tells its address', () => output.includes('api is ready'))
  url = /"url":"([^"]+)"/.exec(output)?.[1] ?? ''
  stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})
afterAll(async () => {
  await stop()
  await harness.close()
})

/** Words that are no secret wherever they stand: vocabularies, languages, field names. */
const mayBeSecret = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 6 && !/^[A-Z_]+$|^[a-zA-Z]{6,12}$/.test(value)

function leafOf(body: unknown, path: readonly (string | number)[]): unknown {
  // Safe: the path was read off this very body.
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], body)
}

it(
  'holds no name, address, number, password, token or measured value, whatever is asked',
  { timeout: 60_000 },
  async () => {
    const { exchange } = talkTo(url)
    const secrets = new Set<string>([...MEASURED.map(String), JWT_SECRET, 'a secret of the services'])
    for (const { email, lastName } of Object.values(fixture.people)) secrets.add(email).add(lastName)
    secrets.add(fixture.device.name).add(fixture.device.imei).add(fixture.company.name)
    for (const { name, endpoint } of calls) {
      const input = await exampleOf(name).ask(fixture, harness)
      const [role] = mayAsk(endpoint)
      const token = await signInAs(harness, fixture, role ?? 'ADMIN')
      secrets.add(token)
      for (const path of leavesOf(input.body)) {
        const value = leafOf(input.body, path)
        if (mayBeSecret(value)) secrets.add(value)
      }
      for (const value of Object.values({ ...input.params, ...input.query }))
        if (mayBeSecret(value)) secrets.add(value)
      await exchange(endpoint.method, addressOf(endpoint, input), {
        token,
        ...('body' in input && { body: input.body }),
        ...(input.form && { form: input.form }),
      })
    }
    expect(output.split('\n').length).toBeGreaterThan(calls.length)
    const uuids = /^[0-9a-f-]{36}$/
    // Times and numbers that the log draws may hold six zeros by chance, which is a code that was sent.
    const written = output.replaceAll(/"(?:time|pid)":\d+|"reqId":"[^"]*"/g, '')
    expect([...secrets].filter((secret) => !uuids.test(secret) && written.includes(secret))).toEqual([])
  },
)

const Line = z.looseObject({
  level: z.int(),
  time: z.int(),
  name: z.literal('api'),
  msg: z.string(),
})

it('is a line of JSON for each thing that happened: when, in which part, and of a call, by whom', async () => {
  const began = Date.now()
  const { exchange } = talkTo(url)
  const { people } = fixture
  const token = await signInAs(harness, fixture, 'OWNER')
  await exchange('GET', '/company/all', { token })
  await exchange('GET', '/company/all', { token: 'nobody' })
  const linesOf = () =>
    output
      .trimEnd()
      .split('\n')
      .map((line) => Line.parse(JSON.parse(line)))
      .filter(({ route, time }) => route === '/api/company/all' && time >= began)
  await until('both are written', () => linesOf().length === 2)
  const refused = { method: 'GET', msg: 'request', ms: expect.any(Number) as number }
  const [first, second] = linesOf()
  expect(first).toMatchObject({ ...refused, status: 403, viewer: people.OWNER.uuid })
  expect(second).toMatchObject({ ...refused, status: 401 })
  expect(first?.['reqId']).not.toBe(second?.['reqId'])
})
