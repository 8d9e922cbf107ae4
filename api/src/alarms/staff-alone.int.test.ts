import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let alarm: { uuid: string }
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  const conflict = { kind: 'IDENTITY_CONFLICT', direction: 'NONE', metric: null, value: null } as const
  alarm = (await raiseAlarm(harness, fixture, { ...conflict, category: 'TECHNICAL', latched: true })).alarm
})
afterAll(() => harness.close())

const seenBy = async (role: keyof CompanyFixture['people']) => {
  const { token } = fixture.people[role]
  const get = async (path: string) => harness.call('GET', path, { token })
  const [alarms, one, listed, device, map] = await Promise.all([
    get('/alarms'),
    get(`/alarms/${alarm.uuid}`),
    get('/notification/all/after/0'),
    get(`/devices/detail/${fixture.device.uuid}`),
    get('/readings/locations'),
  ])
  return {
    alarms: alarms.context?.total ?? 0,
    status: one.status,
    notifications: listed.context.notifications.length,
    unacknowledged: listed.context.unacknowledged,
    openAlarms: device.context.device.openAlarms,
    onMap: map.context.locations[0].alarms.length,
  }
}

describe('an alarm for staff alone', () => {
  it.each(['ADMIN', 'MANAGER', 'SUPERVISOR', 'MONITOR'] as const)('is seen by a %s', async (role) => {
    expect(await seenBy(role)).toMatchObject({
      alarms: 1,
      status: 200,
      notifications: 1,
      openAlarms: 1,
      onMap: 1,
    })
  })

  it('counts as waiting for staff', async () => {
    expect(await seenBy('MANAGER')).toMatchObject({ unacknowledged: 1 })
  })

  it.each(['OWNER', 'RELATIVE'] as const)('is not there for an %s', async (role) => {
    const nothing = { alarms: 0, notifications: 0, unacknowledged: 0, openAlarms: 0, onMap: 0 }
    const { status, ...seen } = await seenBy(role)
    expect(seen).toEqual(nothing)
    expect([403, 404]).toContain(status)
    const { token } = fixture.people[role]
    const taken = await harness.call('POST', `/alarms/${alarm.uuid}/acknowledge`, { token, body: {} })
    expect(taken.status).toBe(404)
  })
})
