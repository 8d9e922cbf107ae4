import { decodeEvent } from '@carewatch/contracts/events'
import { defaultChains } from '@carewatch/contracts/escalation'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHouse, type House, raiseAlarm } from '../testing/house.ts'
import { type Stand, startStand, until } from '../testing/stand.ts'

describe('rehearsing a chain', () => {
  let stand: Stand
  let house: House
  beforeAll(async () => {
    stand = await startStand()
  })
  beforeEach(async () => {
    house = await createHouse(stand)
  })
  afterAll(() => stand.close())

  const rehearse = (family = 'EMERGENCY', token = house.people.MANAGER.token) =>
    stand.call('POST', '/escalation/rehearse', { token, body: { deviceUUID: house.device.uuid, family } })
  const rowOf = async (uuid: string) => (await stand.db.select().from(alarms).where(eq(alarms.uuid, uuid)))[0]

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
    const [escalation] = await stand.db.select().from(escalations).where(eq(escalations.alarmId, id))
    expect(escalation).toMatchObject({ chain: defaultChains.EMERGENCY, step: 0, dueAt: row?.openedAt })
    expect(await stand.db.$count(tasks, eq(tasks.alarmId, id))).toBe(0)
    const { token } = house.people.SUPERVISOR
    const told = await stand.call('GET', '/notification/all/after/0', { token })
    expect(told.context.notifications).toMatchObject([{ kind: 'SOS', isRehearsal: true }])
  })

  it('is told live', async () => {
    const heard: boolean[] = []
    stand.broker.on('publish', ({ topic, payload }) => {
      if (topic !== `live/alarm/${house.company.uuid}`) return
      const event = decodeEvent(payload.toString())
      if (event.type === 'notification' && event.change === 'opened')
        heard.push(event.notification.isRehearsal)
    })
    await rehearse('TECHNICAL')
    await until('it is heard', () => heard.length > 0)
    expect(heard).toEqual([true])
  })

  it('is done beside a real alarm, once at a time, and again when the last one was answered', async () => {
    await raiseAlarm(stand, house, { kind: 'SOS', direction: 'NONE', latched: true })
    const first = await rehearse()
    expect(first.status).toBe(200)
    expect(await rehearse('HIGH')).toMatchObject({
      status: 409,
      message: 'A test of this watch is still running, please close it first',
    })
    const { token } = house.people.SUPERVISOR
    await stand.call('POST', `/alarms/${first.context.alarm.uuid}/acknowledge`, { token })
    expect((await rehearse('HIGH')).status).toBe(200)
    expect(await rowOf(first.context.alarm.uuid)).toMatchObject({ cause: 'TEST', active: false })
  })

  it('is for managers, with the watches of their own house', async () => {
    expect((await rehearse('LOW', house.people.SUPERVISOR.token)).status).toBe(403)
    expect((await rehearse('LOW', (await createHouse(stand)).people.MANAGER.token)).status).toBe(404)
  })
})
