import { deliveries } from '@carewatch/migrations/schema/alarms'
import { channelStates } from '@carewatch/migrations/schema/escalation'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startHarness, type Harness } from '../testing/harness.ts'

describe('the channels by which alarms reach a person', () => {
  let harness: Harness
  let person: Awaited<ReturnType<Harness['person']>>
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    await harness.db.delete(channelStates)
    person = await harness.person('OWNER')
  })

  const setUp = (
    channel: 'TELEGRAM' | 'SMS' | 'EMAIL',
    values: Partial<typeof channelStates.$inferInsert> = {},
  ) => harness.db.insert(channelStates).values({ channel, ...values })
  type Own = { channel: string; gap: string | null; isFailing: boolean; lastTest: unknown }
  async function own(): Promise<Record<string, Own>> {
    const { context } = await harness.call('GET', '/user/channels', { token: person.token })
    return Object.fromEntries((context.channels as Own[]).map((one) => [one.channel, one]))
  }
  const test = (channel: string) =>
    harness.call('POST', '/user/channels/test', { token: person.token, body: { channel } })

  it('are named with what is missing: first here, then of the person', async () => {
    expect(await own()).toMatchObject({
      IN_APP: { gap: null },
      TELEGRAM: { gap: 'notSetUp' },
      SMS: { gap: 'notSetUp' },
      EMAIL: { gap: 'notSetUp' },
    })
    await setUp('TELEGRAM')
    await setUp('SMS')
    await setUp('EMAIL', { failingSince: new Date() })
    expect(await own()).toMatchObject({
      TELEGRAM: { gap: 'notConnected' },
      SMS: { gap: 'noNumber' },
      EMAIL: { gap: null, isFailing: true },
    })
    await harness.db
      .update(users)
      .set({ telegramStatus: 'BLOCKED', contactNumber: '+972541234567' })
      .where(eq(users.id, person.id))
    expect(await own()).toMatchObject({ TELEGRAM: { gap: 'blocked' }, SMS: { gap: 'smsOff' } })
    await harness.db.update(users).set({ sendSms: true }).where(eq(users.id, person.id))
    expect(await own()).toMatchObject({ SMS: { gap: null } })
  })

  it('count as not set up when no engine has spoken for a minute', async () => {
    await setUp('EMAIL', { seenAt: new Date(Date.now() - 61_000) })
    expect(await own()).toMatchObject({ EMAIL: { gap: 'notSetUp' } })
  })

  it('are tried by a message to oneself, whose fate is told', async () => {
    await setUp('EMAIL')
    expect(await test('EMAIL')).toMatchObject({ status: 200, message: 'The test is on its way' })
    expect(await test('EMAIL')).toMatchObject({ status: 200 })
    expect(await own()).toMatchObject({ EMAIL: { lastTest: { state: 'QUEUED', reason: null } } })
    await harness.db
      .update(deliveries)
      .set({ state: 'FAILED', reason: 'refused' })
      .where(eq(deliveries.userId, person.id))
    expect(await own()).toMatchObject({ EMAIL: { lastTest: { state: 'FAILED', reason: 'refused' } } })
  })

  it('are not tried where they lead nowhere', async () => {
    expect(await test('SMS')).toMatchObject({ status: 409 })
    expect(await test('IN_APP')).toMatchObject({ status: 400 })
    expect(await harness.db.$count(deliveries, eq(deliveries.userId, person.id))).toBe(0)
  })
})
