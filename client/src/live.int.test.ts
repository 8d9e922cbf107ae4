import { createCompanyFixture, type CompanyFixture } from '@carewatch/api/testing/fixtures'
import { type Harness, startHarness, until } from '@carewatch/api/testing/harness'
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
