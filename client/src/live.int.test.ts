import { cuttableConnection } from '@carewatch/api/testing/cuttable-connection'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '@carewatch/api/testing/fixtures'
import { type Harness, startHarness, until } from '@carewatch/api/testing/harness'
import { publish } from '@carewatch/api/testing/screen'
import type { LiveEvent } from '@carewatch/contracts/events'
import { liveTopic } from '@carewatch/contracts/topics'
import { alarmHistory } from '@carewatch/migrations/schema/alarms'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type Live, type LiveMessage, type LiveState, openLive } from './index.ts'

const SOCKETS_A_PERSON = 5

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

function listen(token: string): { live: Live; states: LiveState[]; messages: LiveMessage[] } {
  const states: LiveState[] = []
  const messages: LiveMessage[] = []
  const live = openLive({
    url: harness.api.url,
    token,
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
  })
  return { live, states, messages }
}

it('does not try again with a key that may not listen', async () => {
  const { url } = harness.api
  const client = createClient({ url, token: fixture.people.MANAGER.token })
  const { secret } = await client.newApiKey({
    body: { name: 'Reports', scopes: ['devices:read'], password: TEST_PASSWORD },
  })
  const { states, messages } = listen(secret)
  await until('it is refused', () => states.length > 1)
  expect(states).toEqual(['connecting', 'refused'])
  expect(messages).toEqual([])
})

it('watches all that a key sees, and misses no event while its socket was cut', async () => {
  const client = createClient({ url: harness.api.url, token: fixture.people.MANAGER.token })
  const { secret } = await client.newApiKey({
    body: { name: 'Ward', scopes: ['live:read', 'readings:read', 'alarms:read'], password: TEST_PASSWORD },
  })
  const line = await cuttableConnection(harness.api.url)
  const messages: LiveMessage[] = []
  const states: LiveState[] = []
  const live = openLive({
    url: line.url,
    token: secret,
    devices: 'all',
    follow: {},
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
  })
  const types = () => messages.map(({ type }) => type)
  await until('it follows', () => types().includes('reached'))
  const { alarm } = await raiseAlarm(harness, fixture)
  const notes = () =>
    messages
      .filter(({ type }) => type === 'event')
      // Safe: of alarms.
      .map(({ event }) => (event as { data: { step: { note: string } } }).data.step.note)
  const comment = (note: string) =>
    harness.db.insert(alarmHistory).values({ alarmId: alarm.id, step: 'COMMENTED', note })
  await comment('before')
  await until('it comes', () => notes().length === 1)
  line.cut()
  await until('it is cut', () => states.includes('down'))
  await comment('meanwhile')
  line.mend()
  await until('it is live again', () => states.at(-1) === 'live')
  await comment('after')
  await until('all came', () => notes().length === 3)
  expect(notes()).toEqual(['before', 'meanwhile', 'after'])
  const { uuid } = fixture.device
  const reading = { time: new Date(), values: { heartRate: 72 } }
  const event: LiveEvent = { type: 'readings', deviceUuid: uuid, readings: [reading] }
  await until('its readings come', async () => {
    await publish(harness, liveTopic.readings(uuid), event)
    return types().includes('readings')
  })
  live.close()
  line.close()
})

it('begins anew, and says so, with a cursor that is good no more', async () => {
  const client = createClient({ url: harness.api.url, token: fixture.people.MANAGER.token })
  const { secret } = await client.newApiKey({
    body: { name: 'Late', scopes: ['live:read'], password: TEST_PASSWORD },
  })
  const types: string[] = []
  const live = openLive({
    url: harness.api.url,
    token: secret,
    follow: { after: 'nonsense' },
    onMessage: ({ type }) => types.push(type),
  })
  await until('it follows', () => types.includes('reached'))
  expect(types).toEqual(['followRefused', 'reached'])
  live.close()
})

it('tries again where a person has as many sockets as they may, and tells nobody of the refusal', async () => {
  const { token } = fixture.people.SUPERVISOR
  const others = Array.from({ length: SOCKETS_A_PERSON }, () => listen(token))
  await until('all are live', () => others.every(({ states }) => states.at(-1) === 'live'))
  const late = listen(token)
  await until('it was sent away', () => late.states.includes('down'))
  expect(late.states).not.toContain('live')
  others[0]?.live.close()
  await until('it is live', () => late.states.at(-1) === 'live')
  expect(late.messages).toEqual([])
  for (const { live } of [...others, late]) live.close()
})
