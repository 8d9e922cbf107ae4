import { alarms, deliveries } from '@carewatch/migrations/schema/alarms'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { look, settled } from '../testing/screen.ts'

type Raised = Awaited<ReturnType<typeof raiseAlarm>>
type Who = keyof CompanyFixture['people']

let harness: Harness
let fixture: CompanyFixture
let raised: Raised
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  raised = await raiseAlarm(harness, fixture)
})
afterAll(() => harness.close())

const send = async (values: Partial<typeof deliveries.$inferInsert> = {}) => {
  const message = { alarmId: raised.alarm.id, userId: fixture.people.SUPERVISOR.id }
  const of = { channel: 'IN_APP', state: 'SENT', signedIn: true } as const
  const [row] = await harness.db
    .insert(deliveries)
    .values({ ...message, ...of, ...values })
    .returning()
  return row
}
const claim = async (
  who: Who | { token: string },
  state: 'shown' | 'seen',
  uuids = [raised.notification.uuid],
) => {
  const { token } = typeof who === 'string' ? fixture.people[who] : who
  const screen = await look(harness, token)
  screen.send({ type: 'receipt', state, notifications: uuids })
  await settled(screen)
  screen.socket.close()
}
const detail = async () => {
  const { token } = fixture.people.SUPERVISOR
  return (await harness.call('GET', `/alarms/${raised.alarm.uuid}`, { token })).context.alarm
}
const receipts = () =>
  harness.db.select().from(alarmReceipts).where(eq(alarmReceipts.alarmId, raised.alarm.id))

describe('a message on the screen', () => {
  it('reached nobody because it was written down', async () => {
    await send({ signedIn: false })
    expect((await detail()).deliveries).toMatchObject([
      { channel: 'IN_APP', state: 'SENT', signedIn: false, shownAt: null, seenAt: null, answeredAt: null },
    ])
  })

  it('was shown when a screen of that person says so, then seen, then answered', async () => {
    await send()
    await claim('SUPERVISOR', 'shown')
    const [shown] = (await detail()).deliveries
    expect(shown).toMatchObject({ shownAt: expect.any(String), seenAt: null })
    await claim('SUPERVISOR', 'seen')
    const { token } = fixture.people.SUPERVISOR
    await harness.call('POST', `/alarms/${raised.alarm.uuid}/acknowledge`, { token })
    expect((await detail()).deliveries).toMatchObject([
      { shownAt: shown.shownAt, seenAt: expect.any(String), answeredAt: expect.any(String) },
    ])
  })

  it('never goes back, and stays as of the first time', async () => {
    await claim('SUPERVISOR', 'seen')
    const before = await receipts()
    await claim('SUPERVISOR', 'shown')
    await claim('SUPERVISOR', 'seen')
    expect(await receipts()).toEqual(before)
  })

  it('is claimed by nobody for another, and by nobody who may not see the alarm', async () => {
    await send()
    const other = await createCompanyFixture(harness)
    await claim(other.people.SUPERVISOR, 'seen')
    await claim('USER', 'seen')
    expect(await receipts()).toEqual([])
    await claim('MONITOR', 'seen')
    expect((await receipts()).map(({ userId }) => userId)).toEqual([fixture.people.MONITOR.id])
    const { deliveries: sent, receipts: screens } = await detail()
    expect(sent).toMatchObject([{ shownAt: null }])
    expect(screens).toMatchObject([{ isTold: false, seenAt: expect.any(String) }])
  })

  it('of an alarm that ended long ago is claimed no more', async () => {
    const ended = { active: false, closedAt: minutesAgo(5), acknowledgedAt: minutesAgo(5) }
    await harness.db.update(alarms).set(ended).where(eq(alarms.id, raised.alarm.id))
    await claim('SUPERVISOR', 'shown')
    expect(await receipts()).toEqual([])
  })

  it('written down by the version before says what it said then', async () => {
    await send({ state: 'DELIVERED', signedIn: null })
    expect((await detail()).deliveries).toMatchObject([{ state: 'DELIVERED', signedIn: null, shownAt: null }])
  })
})

describe('a note of the browser', () => {
  const report = (delivery: string | undefined, state: string) =>
    harness.call('POST', '/push/receipt', { body: { delivery, state } })

  it('was shown and seen as the browser says by the name of its message', async () => {
    const push = await send({ channel: 'PUSH' })
    expect((await report(push?.uuid, 'shown')).status).toBe(200)
    await report(push?.uuid, 'seen')
    expect((await detail()).deliveries).toMatchObject([
      { channel: 'PUSH', shownAt: expect.any(String), seenAt: expect.any(String) },
    ])
  })

  it('says nothing of a message by another channel, nor of one that nobody knows', async () => {
    const text = await send({ channel: 'SMS' })
    expect((await report(text?.uuid, 'shown')).status).toBe(200)
    expect((await report('0192f0a0-0000-7000-8000-00000000dead', 'shown')).status).toBe(200)
    expect(await receipts()).toEqual([])
  })
})

describe('whoever is with the person', () => {
  const come = (who: Who) =>
    harness.call('POST', `/alarms/${raised.alarm.uuid}/bedside`, { token: fixture.people[who].token })

  it('says so by a tap, and takes the alarm where nobody has', async () => {
    expect((await come('SUPERVISOR')).context.alarm).toMatchObject({ acknowledged: true })
    const { receipts: screens, history } = await detail()
    expect(screens).toMatchObject([{ user: 'Nora Nurse', atBedsideAt: expect.any(String) }])
    expect(history.map(({ step }: { step: string }) => step)).toEqual(['ACKNOWLEDGED'])
  })

  it('comes first once: a second tap changes nothing', async () => {
    await come('SUPERVISOR')
    const before = await receipts()
    await come('SUPERVISOR')
    expect(await receipts()).toEqual(before)
  })

  it('comes to an alarm that another took, and to none that is over', async () => {
    await harness.call('POST', `/alarms/${raised.alarm.uuid}/acknowledge`, {
      token: fixture.people.MANAGER.token,
    })
    expect((await come('SUPERVISOR')).status).toBe(200)
    await harness.call('POST', `/alarms/${raised.alarm.uuid}/close`, {
      token: fixture.people.MANAGER.token,
      body: { cause: 'HELPED' },
    })
    expect((await come('SUPERVISOR')).status).toBe(409)
  })
})
