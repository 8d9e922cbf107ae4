import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { companies } from '@carewatch/migrations/schema/people'
import { settingStates } from '@carewatch/migrations/schema/setting-states'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const configure = (body: object, role: Role = 'OWNER') =>
  harness.call('POST', '/devices/configure', {
    token: fixture.people[role].token,
    body: { deviceUUID: fixture.device.uuid, ...body },
  })
const errors = async (body: object) => {
  const { status, context } = await configure(body)
  return [status, context.errors]
}
const read = async (path: string, role: Role = 'OWNER') =>
  (await harness.call('GET', `/devices/${path}`, { token: fixture.people[role].token })).context

describe('the settings of a watch', () => {
  it('change one by one; the others stay, and the watch is waited for', async () => {
    await configure({ heartRateLow: 48, reminders: [{ kind: 'MEDICINE', hour: 8, minute: 0, days: [1, 5] }] })
    const { context } = await configure({ fallSensitivity: 'HIGH', operationMode: 'POWER_SAVING' })
    expect(context).toMatchObject({ revision: 3, waiting: true, reported: null })
    expect(context.settings).toMatchObject({
      heartRateLow: 48,
      fallSensitivity: 'HIGH',
      operationMode: 'POWER_SAVING',
      reminders: [{ kind: 'MEDICINE', days: [1, 5] }],
    })
    await harness.db
      .update(watchSettings)
      .set({ reportedRevision: 3, reported: { heartRateLow: 48 }, reportedAt: new Date() })
      .where(eq(watchSettings.deviceId, fixture.device.id))
    const now = await read(`settings/${fixture.device.uuid}`, 'RELATIVE')
    expect(now).toMatchObject({ waiting: false, reported: { heartRateLow: 48 } })
  })

  it('leave a history: who changed what from what to what', async () => {
    await configure({ spo2Low: 90 }, 'SUPERVISOR')
    await configure({ spo2Low: null, stepsTarget: 5_000 })
    const path = `settingsHistory/${fixture.device.uuid}`
    const { changes, total } = await read(path)
    expect(total).toBe(2)
    expect(changes).toMatchObject([
      { revision: 3, change: { spo2Low: { from: 90, to: null }, stepsTarget: { from: null, to: 5_000 } } },
      { revision: 2, by: 'Nora Nurse', change: { spo2Low: { from: null, to: 90 } } },
    ])
    expect((await read(`${path}?search=steps`)).total).toBe(1)
  })

  it('say of each how far it has come, and since when it is wanted so', async () => {
    await harness.db.update(devices).set({ deviceModel: 'watch-iw' }).where(eq(devices.id, fixture.device.id))
    const stateOf = async (setting: string) => {
      const { states } = await read(`settings/${fixture.device.uuid}`, 'RELATIVE')
      return states.find((each: { setting: string }) => each.setting === setting)
    }
    expect(await stateOf('fallDetection')).toMatchObject({ state: 'WAITING', wantedAt: null, sentAt: null })
    expect(await stateOf('spo2Low')).toMatchObject({ state: 'NOT_SUPPORTED' })
    await configure({ fallDetection: false })
    const { wantedAt } = await stateOf('fallDetection')
    expect(Math.abs(Date.parse(wantedAt) - Date.now())).toBeLessThan(600_000)
    const sentAt = new Date('2026-11-26T10:00:00.000Z')
    const answeredAt = new Date('2026-11-26T10:04:00.000Z')
    const row = { deviceId: fixture.device.id, revision: 2, sentAt }
    await harness.db.insert(settingStates).values([
      { ...row, setting: 'fallDetection' },
      { ...row, setting: 'fallSensitivity', answeredAt, isTaken: false },
      { ...row, setting: 'gpsEnabled', answeredAt, isTaken: true },
    ])
    expect(await stateOf('fallDetection')).toMatchObject({
      state: 'SENT',
      wantedAt,
      sentAt: sentAt.toISOString(),
      answeredAt: null,
    })
    expect(await stateOf('fallSensitivity')).toMatchObject({ state: 'REFUSED' })
    await configure({ fallDetection: true })
    expect(await stateOf('fallDetection')).toMatchObject({ state: 'WAITING', sentAt: null })
    expect(await stateOf('gpsEnabled')).toMatchObject({
      state: 'ACKNOWLEDGED',
      answeredAt: answeredAt.toISOString(),
    })
  })

  it('are refused to whoever looked at older ones', async () => {
    expect((await configure({ revision: 1, spo2Low: 91 })).status).toBe(200)
    expect((await configure({ revision: 1, spo2Low: 92 })).status).toBe(409)
  })

  it('take turns when two change different ones at once, and lose neither', async () => {
    await Promise.all([configure({ spo2Low: 89 }), configure({ stepsTarget: 3_000 }, 'MANAGER')])
    const { settings, revision } = await read(`settings/${fixture.device.uuid}`)
    expect([settings.spo2Low, settings.stepsTarget, revision]).toEqual([89, 3_000, 3])
  })

  it('keep numbers in one form, three to call in need and ten in the phonebook', async () => {
    const contacts = (count: number) =>
      Array.from({ length: count }, () => ({ name: 'Rita', number: '050-1234567' }))
    const { context } = await configure({ sosContacts: contacts(3), phonebook: contacts(10) })
    expect(context.settings.phonebook[9]).toEqual({ name: 'Rita', number: '+972501234567' })
    expect(await errors({ sosContacts: contacts(4) })).toEqual([400, { sosContacts: 'has too many entries' }])
    expect(await errors({ phonebook: contacts(11) })).toEqual([400, { phonebook: 'has too many entries' }])
    expect(await errors({ sosContacts: [{ name: '', number: '12' }] })).toEqual([
      400,
      { 'sosContacts.0.name': 'is required' },
    ])
    expect(await errors({ sosContacts: [{ name: 'Rita', number: '12' }] })).toEqual([
      400,
      { 'sosContacts.0.number': 'is not a valid phone number' },
    ])
  })

  it.each([
    [{ heartRateHigh: 400 }, { heartRateHigh: 'is too large' }],
    [{ heartRateHigh: 0 }, { heartRateHigh: 'is too small' }],
    [{ systolicLow: 0 }, { systolicLow: 'is too small' }],
    [{ heartRateIntervalMinutes: 0 }, { heartRateIntervalMinutes: 'is too small' }],
    [{ locationIntervalMinutes: 1_441 }, { locationIntervalMinutes: 'is too large' }],
    [{ stepsTarget: 1.5 }, { stepsTarget: 'is not valid' }],
    [{ heartRateLow: 100, heartRateHigh: 90 }, { heartRateLow: 'must be below the upper limit' }],
    [{ heartRateLow: 130 }, { heartRateLow: 'must be below the upper limit' }],
    [{ temperatureLow: 38 }, { temperatureLow: 'must be below the upper limit' }],
    [{ heartRateCriticalHigh: 119 }, { heartRateCriticalHigh: 'must lie beyond the limit of its side' }],
    [{ spo2CriticalLow: 93 }, { spo2CriticalLow: 'must lie beyond the limit of its side' }],
    [{ operationMode: 'CUSTOM' }, { locationIntervalMinutes: 'is required' }],
    [
      { calibrationSystolic: 110, calibrationDiastolic: 120 },
      { calibrationDiastolic: 'must be below the upper limit' },
    ],
    [
      { reminders: [{ kind: 'WATER', hour: 24, minute: 0, days: [1] }] },
      { 'reminders.0.hour': 'is not valid' },
    ],
    [{ fallSensitivity: 'EXTREME' }, { fallSensitivity: 'is not valid' }],
  ])('refuse %o', async (body, expected) => {
    expect(await errors(body)).toEqual([400, expected])
  })

  it('know the limits of the company beside their own', async () => {
    await harness.db
      .update(companies)
      .set({ limits: { heartRate: { high: 100 } } })
      .where(eq(companies.id, fixture.company.id))
    expect(await errors({ heartRateLow: 105 })).toEqual([
      400,
      { heartRateLow: 'must be below the upper limit' },
    ])
    expect((await configure({ heartRateLow: 105, heartRateHigh: 140 })).status).toBe(200)
  })

  it('are shown as they stand, also where they were set before a bound was drawn', async () => {
    const old = { stepsTarget: 250_000, sosContacts: [{ name: '', number: '101' }] }
    const limits = { temperature: { high: 37.85 } }
    await harness.db
      .update(watchSettings)
      .set({ ...old, limits })
      .where(eq(watchSettings.deviceId, fixture.device.id))
    const { settings } = await read(`settings/${fixture.device.uuid}`)
    expect(settings).toMatchObject({ ...old, temperatureHigh: 37.85, temperatureLow: null })
  })

  it('work in a mode of one’s own with its interval', async () => {
    const { context } = await configure({ operationMode: 'CUSTOM', locationIntervalMinutes: 7 })
    expect(context.settings).toMatchObject({ operationMode: 'CUSTOM', locationIntervalMinutes: 7 })
    const { device } = await read(`detail/${fixture.device.uuid}`)
    expect(device.expectedIntervalMs).toBe(7 * 60_000)
  })

  it('are not for relatives and monitors to change, and not found by another house', async () => {
    for (const role of ['RELATIVE', 'MONITOR', 'USER'] as const)
      expect((await configure({ spo2Low: 90 }, role)).status).toBe(403)
    const { token } = (await createCompanyFixture(harness)).people.MANAGER
    const body = { deviceUUID: fixture.device.uuid, spo2Low: 90 }
    expect((await harness.call('POST', '/devices/configure', { token, body })).status).toBe(404)
  })
})
