import type { EndpointName } from '@carewatch/contracts/http/index'
import { scopes } from '@carewatch/contracts/scopes'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exampleOf } from '../testing/examples.ts'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { raiseRoomAlarm } from '../testing/room-alarm.ts'
import { addressOf, calls, newAddress } from '../testing/walk.ts'

let harness: Harness
let fixture: CompanyFixture
let secret: string
/** A call for help, water in a room, and a watch that has gone silent: each with its notification and its task. */
let open: number[]
beforeAll(async () => {
  harness = await startHarness({ TRUST_PROXY: '127.0.0.1' })
  fixture = await createCompanyFixture(harness)
  const sos = { kind: 'SOS', direction: 'NONE', metric: null, value: null, latched: true } as const
  const raised = [
    await raiseAlarm(harness, fixture, sos),
    await raiseRoomAlarm(harness, fixture),
    await raiseAlarm(harness, fixture, { ...sos, kind: 'OFFLINE', category: 'TECHNICAL', latched: false }),
  ]
  open = raised.map(({ alarm }) => alarm.id)
  const body = { name: 'Writes all it may', scopes, password: TEST_PASSWORD }
  const made = await harness.call('POST', '/apiKeys/new', { token: fixture.people.MANAGER.token, body })
  ;({ secret } = made.context)
})
afterAll(() => harness.close())

/** How what is open stands: whom it still waits for, and with what. */
async function standing() {
  const { db } = harness
  const of = async (id: number) => ({
    alarm: await db.select().from(alarms).where(eq(alarms.id, id)),
    notifications: await db.select().from(notifications).where(eq(notifications.alarmId, id)),
    tasks: await db.select().from(tasks).where(eq(tasks.alarmId, id)),
  })
  return Promise.all(open.map(of))
}

/** The example of the first is the task of an alarm, which a person takes and ends; those of the others are of somebody else, or of another program. */
const answered: Partial<Record<EndpointName, number>> = {
  updateTask: 403,
  exportCancel: 404,
  createSubscription: 201,
  updateSubscription: 404,
  deleteSubscription: 404,
}

const writing = calls.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.byKey !== null)

it('there are calls by which a program writes', () => {
  expect(writing.length).toBeGreaterThan(20)
})

it.each(writing)('$line by a program leaves every open alarm as it is', async ({ name, endpoint }) => {
  const before = await standing()
  const example = exampleOf(name)
  const input = await example.ask(fixture, harness)
  const answer = await harness.exchange(endpoint.method, addressOf(endpoint, input), {
    from: newAddress(),
    token: secret,
    ...('body' in input && { body: input.body }),
    ...(input.form && { form: input.form }),
  })
  expect(answer.status).toBe(answered[name] ?? example.status ?? 200)
  expect(await standing()).toEqual(before)
})
