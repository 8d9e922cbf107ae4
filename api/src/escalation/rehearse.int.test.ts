import { decodeEvent } from '@carewatch/contracts/events'
import { defaultChains } from '@carewatch/contracts/escalation'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'

describe('rehearsing a chain', () => {
  let harness: Harness
  let fixture: CompanyFixture
  beforeAll(async () => {
    harness = await startHarness()
  })
  beforeEach(async () => {
    fixture = await createCompanyFixture(harness)
  })
  afterAll(() => harness.close())

  const rehearse = (family = 'EMERGENCY', token = fixture.people.MANAGER.token) =>
    harness.call('POST', '/escalation/rehearse', { token, body: { deviceUUID: fixture.device.uuid, family } })
  const rowOf = async (uuid: string) =>
    (await harness.db.select().from(alarms).where(eq(alarms.uuid, uuid)))[0]

  it('opens an alarm that says what it is, with the chain in force and without a task', async () => {
    const { context } = await rehearse()
    expect(context.alarm).toMatchObject({
      kind: 'SOS',
      severity: 'CRITICAL',
      isRehearsal: true,
      active: true,
    })
    const row = await rowOf(context.alarm.uuid)
    const id = row?.id ?? 0
    const [escalation] = await harness.db.select().from(escalations).where(eq(escalations.alarmId, id))
    expect(escalation).toMatchObject({ chain: defaultChains.EMERGENCY, step: 0, dueAt: row?.openedAt })
    expect(await harness.db.$count(tasks, eq(tasks.alarmId, id))).toBe(0)
    const { token } = fixture.people.SUPERVISOR
    const given = await harness.call('GET', '/notification/all/after/0', { token })
    expect(given.context.notifications).toMatchObject([{ kind: 'SOS', isRehearsal: true }])
  })

  it('is told live', async () => {
    const received: boolean[] = []
    harness.broker.on('publish', ({ topic, payload }) => {
      if (topic !== `live/alarm/${fixture.company.uuid}`) return
      const event = decodeEvent(payload.toString())
      if (event.type === 'notification' && event.change === 'opened')
        received.push(event.notification.isRehearsal)
    })
    await rehearse('TECHNICAL')
    await until('it is heard', () => received.length > 0)
    expect(received).toEqual([true])
  })

  it('is done beside a real alarm, once at a time, and again when the last one was answered', async () => {
    await raiseAlarm(harness, fixture, { kind: 'SOS', direction: 'NONE', latched: true })
    const first = await rehearse()
    expect(first.status).toBe(200)
    expect(await rehearse('HIGH')).toMatchObject({
      status: 409,
      message: 'A test of this watch is still running, please close it first',
    })
    const { token } = fixture.people.SUPERVISOR
    await harness.call('POST', `/alarms/${first.context.alarm.uuid}/acknowledge`, { token })
    expect((await rehearse('HIGH')).status).toBe(200)
    expect(await rowOf(first.context.alarm.uuid)).toMatchObject({ cause: 'TEST', active: false })
  })

  it('is for managers, with the watches of their own house', async () => {
    expect((await rehearse('LOW', fixture.people.SUPERVISOR.token)).status).toBe(403)
    expect((await rehearse('LOW', (await createCompanyFixture(harness)).people.MANAGER.token)).status).toBe(
      404,
    )
  })
})
