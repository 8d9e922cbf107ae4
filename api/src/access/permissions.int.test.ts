import { roles } from '@carewatch/contracts/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm, record } from '../testing/fixtures.ts'
import type { AnyExample, Input } from '../testing/example.ts'
import { exampleOf } from '../testing/examples.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import {
  addressOf,
  calls,
  forgetSignIn,
  guarded,
  keptInputs,
  mayAsk,
  newAddress,
  staySignedInAs,
  tracesFrom,
} from '../testing/walk.ts'

type Call = (typeof calls)[number]
type Role = (typeof roles)[number]

let harness: Harness
let ours: CompanyFixture
let theirs: CompanyFixture
/** Another branch of our company. */
let nextDoor: CompanyFixture
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1' })
  ours = await createCompanyFixture(harness)
  theirs = await createCompanyFixture(harness)
  nextDoor = await createCompanyFixture(harness, ours.company)
  for (const fixture of [ours, theirs, nextDoor]) {
    await raiseAlarm(harness, fixture)
    await record(harness, fixture.device.id, {
      metric: 'heartRate',
      minutes: 60,
      every: 5,
      value: () => 72.5,
    })
  }
})
afterAll(() => harness.close())

async function ask({ endpoint }: Call, input: Input, as: Role | null) {
  const token = as ? await staySignedInAs(harness, ours, as) : undefined
  const from = newAddress()
  const answer = await harness.exchange(endpoint.method, addressOf(endpoint, input), {
    from,
    ...(token !== undefined && { token }),
    ...('body' in input && { body: input.body }),
    ...(input.form && { form: input.form }),
  })
  if (as && answer.status < 400 && endpoint.method !== 'GET') forgetSignIn(harness, ours, as)
  return { ...answer, traces: await tracesFrom(harness, from) }
}

/** Whose eyes end at their own branch. */
const OF_A_BRANCH: readonly Role[] = ['SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR']

/** What another house's people, places and things are known by. */
const namesOf = ({
  company,
  branch,
  device,
  wearer,
  room,
  gateway,
  beacon,
  people,
}: CompanyFixture): string[] => [
  ...[company, branch, device, wearer, room, gateway, beacon, ...Object.values(people)].map(
    ({ uuid }) => uuid,
  ),
  device.imei,
]

/** What an answer to that role must not tell of. */
function hiddenFrom(as: Role): string[] {
  if (as === 'ADMIN') return []
  const isOurs = (name: string): boolean => name === ours.company.uuid
  return [
    ...namesOf(theirs),
    ...(OF_A_BRANCH.includes(as) ? namesOf(nextDoor).filter((name) => !isOurs(name)) : []),
  ]
}

function expectedOf({ notFor, refusedTo, status }: AnyExample, as: Role): number {
  if (notFor?.includes(as)) return 404
  return refusedTo?.includes(as) ? 403 : (status ?? 200)
}

type Asked = Awaited<ReturnType<typeof ask>>

/** What each answer says of itself, whatever it is: its kind and letters, who may keep or frame it, and no cookie. */
function headerFaultsOf({ headers }: Asked): string[] {
  const wrong = (name: string, expected: RegExp): string[] =>
    expected.test(headers.get(name) ?? '') ? [] : [`${name}: ${headers.get(name)}`]
  return [
    ...wrong(
      'content-type',
      /^(text\/csv|text\/calendar|application\/json); charset=utf-8$|^(image|application)\/[\w.+-]+$/,
    ),
    ...wrong('x-content-type-options', /^nosniff$/),
    ...wrong('cache-control', /^no-store$/),
    ...wrong('content-security-policy', /frame-ancestors 'none'/),
    ...wrong('referrer-policy', /^no-referrer$/),
    ...wrong('set-cookie', /^$/),
    ...wrong('access-control-allow-origin', /^$/),
  ]
}

/** What is wrong with an answer: its headers, and of a good one its form, whose it tells, and whether the change left a trace. */
function faultsOf(call: Call, answer: Asked, as: Role): string[] {
  const { name, endpoint } = call
  if (answer.status !== 200) return headerFaultsOf(answer)
  const isOtherForm = answer.json && !endpoint.reply.safeDecode(answer.json.context).success
  const isTraceless = answer.traces === 0 && endpoint.method !== 'GET' && !exampleOf(name).traceless
  const leaked = hiddenFrom(as).filter((name) => answer.text.includes(name))
  return [
    ...headerFaultsOf(answer),
    ...(isOtherForm ? ['another form'] : []),
    ...(isTraceless ? ['no trace'] : []),
    ...leaked,
  ]
}

describe.each(guarded)('$line', (call) => {
  const { name, endpoint } = call
  const example = exampleOf(name)
  const untouched = keptInputs(name, () => harness)

  it('answers nobody who is not signed in', async () => {
    expect((await ask(call, await untouched(ours), null)).status).toBe(401)
  })

  it.each(roles.filter((role) => !mayAsk(endpoint).includes(role)))('refuses a %s', async (as) => {
    const answer = await ask(call, await untouched(ours), as)
    expect({ ...answer, faults: headerFaultsOf(answer) }).toMatchObject({
      status: 403,
      traces: 0,
      faults: [],
    })
  })

  it.each(mayAsk(endpoint))('answers a %s by the contract', async (as) => {
    const expected = expectedOf(example, as)
    const answer = await ask(call, await example.ask(ours, harness), as)
    expect({ ...answer, faults: faultsOf(call, answer, as) }).toMatchObject({ status: expected, faults: [] })
  })

  if (example.of !== 'row') return
  const strangers = mayAsk(endpoint).filter((role) => role !== 'ADMIN')
  it.runIf(strangers.length > 0).each(strangers)('shows a %s nothing of another company', async (as) => {
    const answer = await ask(call, await untouched(theirs), as)
    expect(answer).toMatchObject({ status: 404, traces: 0, json: { success: false, context: null } })
  })

  if (example.ofWholeCompany) return
  const neighbours = strangers.filter((role) => OF_A_BRANCH.includes(role))
  it.runIf(neighbours.length > 0).each(neighbours)('shows a %s nothing of another branch', async (as) => {
    const answer = await ask(call, await untouched(nextDoor), as)
    expect(answer).toMatchObject({ status: 404, traces: 0, json: { success: false, context: null } })
  })
})

describe('every call', () => {
  it('changes only what leaves a trace', () => {
    const traceless = calls.filter(({ name }) => exampleOf(name).traceless).map(({ line }) => line)
    // A touch, a challenge that nobody has answered, a test message to oneself, that a screen drew what was sent to it, or limits that are only tried, change nothing that anybody could ask after.
    expect(traceless).toEqual([
      'POST /auth/act',
      'POST /branch/routine/try/:uuid',
      'POST /wearers/routine/tryCheckIn/:uuid',
      'POST /company/routine/try/:uuid',
      'POST /wearers/routine/try/:uuid',
      'POST /user/channels/test',
      'POST /branch/limits/try/:uuid',
      'POST /company/limits/try/:uuid',
      'POST /devices/limits/try/:uuid',
      'POST /auth/passkeys/ask',
      'POST /auth/passkeys/begin',
      'POST /push/receipt',
      'POST /push/test',
    ])
  })

  it.each(calls.filter(({ endpoint }) => endpoint.allow === 'anyone'))(
    'answers anyone who asks $line',
    async (call) => {
      const example = exampleOf(call.name)
      const answer = await ask(call, await example.ask(ours, harness), null)
      expect({ ...answer, faults: faultsOf(call, answer, 'ADMIN') }).toMatchObject({
        status: example.status ?? 200,
        faults: [],
      })
    },
  )
})
