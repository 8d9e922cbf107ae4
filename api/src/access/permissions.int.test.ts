import { roles } from '@carewatch/contracts/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHouse, type House, raiseAlarm, record } from '../testing/house.ts'
import type { AnySample } from '../testing/sample.ts'
import { sampleOf } from '../testing/samples.ts'
import { startStand, type Stand } from '../testing/stand.ts'
import { addressOf, calls, guarded, mayAsk, newAddress, signInAs, tracesFrom } from '../testing/walk.ts'

type Call = (typeof calls)[number]
type Role = (typeof roles)[number]

let stand: Stand
let ours: House
let theirs: House
/** Another branch of our company. */
let nextDoor: House
beforeAll(async () => {
  stand = await startStand({ TRUST_PROXY: '127.0.0.1' })
  ours = await createHouse(stand)
  theirs = await createHouse(stand)
  nextDoor = await createHouse(stand, ours.company)
  for (const house of [ours, theirs, nextDoor]) {
    await raiseAlarm(stand, house)
    await record(stand, house.device.id, { metric: 'heartRate', minutes: 60, every: 5, value: () => 72.5 })
  }
})
afterAll(() => stand.close())

async function ask({ endpoint }: Call, sample: AnySample, { house, as }: { house: House; as: Role | null }) {
  const input = await sample.ask(house, stand)
  const token = as ? await signInAs(stand, ours, as) : undefined
  const from = newAddress()
  const answer = await stand.exchange(endpoint.method, addressOf(endpoint, input), {
    from,
    ...(token !== undefined && { token }),
    ...('body' in input && { body: input.body }),
    ...(input.form && { form: input.form }),
  })
  return { ...answer, traces: await tracesFrom(stand, from) }
}

/** Whose eyes end at their own branch. */
const OF_A_BRANCH: readonly Role[] = ['SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR']

/** What another house's people, places and things are known by. */
const namesOf = ({ company, branch, device, room, gateway, beacon, people }: House): string[] => [
  ...[company, branch, device, room, gateway, beacon, ...Object.values(people)].map(({ uuid }) => uuid),
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

function expectedOf({ notFor, refusedTo, status }: AnySample, as: Role): number {
  if (notFor?.includes(as)) return 404
  return refusedTo?.includes(as) ? 403 : (status ?? 200)
}

/** What is wrong with a good answer: its form, whose it tells, and whether the change left a trace. */
function faultsOf({ name, endpoint }: Call, answer: Awaited<ReturnType<typeof ask>>, as: Role): string[] {
  if (answer.status !== 200) return []
  const isOtherForm = answer.json && !endpoint.reply.safeDecode(answer.json.context).success
  const isTraceless = answer.traces === 0 && endpoint.method !== 'GET' && !sampleOf(name).traceless
  const leaked = hiddenFrom(as).filter((name) => answer.text.includes(name))
  return [...(isOtherForm ? ['another form'] : []), ...(isTraceless ? ['no trace'] : []), ...leaked]
}

describe.each(guarded)('$line', (call) => {
  const { name, endpoint } = call
  const sample = sampleOf(name)

  it('answers nobody who is not signed in', async () => {
    expect((await ask(call, sample, { house: ours, as: null })).status).toBe(401)
  })

  it.each(roles.filter((role) => !mayAsk(endpoint).includes(role)))('refuses a %s', async (as) => {
    const answer = await ask(call, sample, { house: ours, as })
    expect(answer).toMatchObject({ status: 403, traces: 0 })
  })

  it.each(mayAsk(endpoint))('answers a %s by the contract', async (as) => {
    const expected = expectedOf(sample, as)
    const answer = await ask(call, sample, { house: ours, as })
    expect({ ...answer, faults: faultsOf(call, answer, as) }).toMatchObject({ status: expected, faults: [] })
  })

  if (sample.of !== 'row') return
  const strangers = mayAsk(endpoint).filter((role) => role !== 'ADMIN')
  it.runIf(strangers.length > 0).each(strangers)('shows a %s nothing of another company', async (as) => {
    const answer = await ask(call, sample, { house: theirs, as })
    expect(answer).toMatchObject({ status: 404, traces: 0, json: { success: false, context: null } })
  })

  if (sample.ofWholeCompany) return
  const neighbours = strangers.filter((role) => OF_A_BRANCH.includes(role))
  it.runIf(neighbours.length > 0).each(neighbours)('shows a %s nothing of another branch', async (as) => {
    const answer = await ask(call, sample, { house: nextDoor, as })
    expect(answer).toMatchObject({ status: 404, traces: 0, json: { success: false, context: null } })
  })
})

describe('every call', () => {
  it('changes only what leaves a trace', () => {
    const traceless = calls.filter(({ name }) => sampleOf(name).traceless).map(({ line }) => line)
    // A test message to oneself, or limits that are only tried, change nothing that anybody could ask after.
    expect(traceless).toEqual([
      'POST /user/channels/test',
      'POST /devices/limits/try/:uuid',
      'POST /push/test',
    ])
  })

  it.each(calls.filter(({ endpoint }) => endpoint.allow === 'anyone'))(
    'answers anyone who asks $line',
    async (call) => {
      const sample = sampleOf(call.name)
      const answer = await ask(call, sample, { house: ours, as: null })
      expect({ ...answer, faults: faultsOf(call, answer, 'ADMIN') }).toMatchObject({
        status: sample.status ?? 200,
        faults: [],
      })
    },
  )
})
