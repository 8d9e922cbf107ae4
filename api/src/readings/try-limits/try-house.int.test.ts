import { type LimitMap } from '@carewatch/contracts/limits'
import { metrics } from '@carewatch/contracts/metrics'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { readings } from '@carewatch/migrations/schema/readings'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDevice, type CompanyFixture, createCompanyFixture } from '../../testing/fixtures.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  // They have lived here, and worn it, for longer than a fortnight.
  await harness.db
    .update(assignments)
    .set({ startedAt: new Date(Date.now() - 30 * DAY) })
    .where(eq(assignments.wearerId, fixture.wearer.id))
})
afterAll(() => harness.close())

/** One pulse a minute, since a day ago. */
async function measured(deviceId: number, values: number[]) {
  const from = Date.now() - DAY
  const rows = values.map((value, index) => ({
    deviceId,
    metric: metrics.heartRate.id,
    time: new Date(from + index * MINUTE),
    value,
  }))
  await harness.db.insert(readings).values(rows)
  return rows
}

/** Somebody else of the same branch, with a watch. */
async function addPerson(own: LimitMap = {}) {
  const { company, branch } = fixture
  const device = await addDevice(harness, fixture)
  const [wearer] = await harness.db
    .insert(wearers)
    .values({ companyId: company.id, branchId: branch.id, firstName: 'Rosa', lastName: 'Klein' })
    .returning()
  if (!wearer) throw new Error('no wearer')
  const startedAt = new Date(Date.now() - 30 * DAY)
  await harness.db.insert(assignments).values({ wearerId: wearer.id, deviceId: device.id, startedAt })
  await harness.db.update(watchSettings).set({ limits: own }).where(eq(watchSettings.deviceId, device.id))
  return { device, wearer }
}

type Who = keyof CompanyFixture['people']
const tryOut = (of: 'branch' | 'company', body: object, as: Who = 'MANAGER') =>
  harness.call('POST', `/${of}/limits/try/${fixture[of].uuid}`, {
    token: fixture.people[as].token,
    body: { metric: 'heartRate', ...body },
  })

const OVER_110 = [100, 112, 113, 119, 91, 91, 91]
const OVER_140 = [100, 150, 151, 91, 91, 91]

describe('the limits of a house are tried on all for whom they would hold', () => {
  it('counts alarms and people, beside those of the present limits', async () => {
    await measured(fixture.device.id, [...OVER_110, ...OVER_140])
    const { device } = await addPerson()
    await measured(device.id, OVER_110)
    const quiet = await addPerson()
    await measured(quiet.device.id, [70, 71, 72])
    await addPerson()
    for (const place of ['branch', 'company'] as const) {
      const { status, context } = await tryOut(place, { limits: { high: 110 } })
      expect(status).toBe(200)
      expect(context).toMatchObject({
        people: 4,
        tried: 4,
        known: 3,
        total: 3,
        peopleWithAlarms: 2,
        markedFalse: 0,
        presentTotal: 1,
        limits: { criticalLow: 40, low: 50, high: 110, criticalHigh: 130 },
      })
    }
  })

  it('judges as the branch says now where that is what counts, and by its company behind', async () => {
    await measured(fixture.device.id, OVER_110)
    const { branch, company } = fixture
    await harness.db
      .update(branches)
      .set({ limits: { heartRate: { high: 105 } } })
      .where(eq(branches.id, branch.id))
    await harness.db
      .update(companies)
      .set({ limits: { heartRate: { high: 150 } } })
      .where(eq(companies.id, company.id))
    expect((await tryOut('branch', { limits: { high: 130 } })).context).toMatchObject({
      total: 0,
      presentTotal: 1,
    })
    // Taken back: then its company's hold.
    expect((await tryOut('branch', { limits: {} })).context).toMatchObject({
      total: 0,
      presentTotal: 1,
      limits: { high: 150 },
    })
  })

  it('leaves out for whom another limit is set by name, and to a company whom the branch says it for', async () => {
    await measured(fixture.device.id, OVER_110)
    const own = await addPerson({ heartRate: { low: 45, high: 180 } })
    await measured(own.device.id, OVER_110)
    // Of one side alone the other would hold.
    const half = await addPerson({ heartRate: { high: 180 } })
    await measured(half.device.id, OVER_110)
    const asked = { limits: { high: 110 } }
    expect((await tryOut('branch', asked)).context).toMatchObject({ people: 2, total: 1 })
    expect((await tryOut('company', asked)).context).toMatchObject({ people: 2, total: 1 })
    await harness.db
      .update(branches)
      .set({ limits: { heartRate: { high: 125, low: 50 } } })
      .where(eq(branches.id, fixture.branch.id))
    expect((await tryOut('company', asked)).context).toMatchObject({ people: 0, tried: 0, total: 0 })
    expect((await tryOut('branch', asked)).context).toMatchObject({ people: 2, total: 1 })
  })

  it('says how many were marked as false', async () => {
    const rows = await measured(fixture.device.id, OVER_110)
    const { company, branch, device } = fixture
    const at = (index: number) => rows[index]?.time ?? new Date()
    await harness.db.insert(alarms).values({
      companyId: company.id,
      branchId: branch.id,
      deviceId: device.id,
      kind: 'HEART_RATE',
      category: 'PHYSIOLOGICAL',
      severity: 'HIGH',
      openedAt: at(2),
      lastAt: at(2),
      closedAt: at(4),
      cause: 'FALSE_ALARM',
    })
    expect((await tryOut('branch', { limits: { high: 110 } })).context).toMatchObject({
      total: 1,
      markedFalse: 1,
    })
  })

  it('knows nothing of what was measured before they wore it, and nobody who left or whose watch is off', async () => {
    await measured(fixture.device.id, OVER_110)
    const isTheirs = eq(assignments.wearerId, fixture.wearer.id)
    const since = new Date(Date.now() - DAY / 2)
    await harness.db.update(assignments).set({ startedAt: since }).where(isTheirs)
    const asked = { limits: { high: 110 } }
    expect((await tryOut('branch', asked)).context).toMatchObject({ people: 1, known: 0, total: 0 })
    await harness.db.update(devices).set({ isActive: false }).where(eq(devices.id, fixture.device.id))
    expect((await tryOut('branch', asked)).context).toMatchObject({ people: 0 })
    await harness.db.update(devices).set({ isActive: true }).where(eq(devices.id, fixture.device.id))
    await harness.db.update(wearers).set({ status: 'LEFT' }).where(eq(wearers.id, fixture.wearer.id))
    expect((await tryOut('company', asked)).context).toMatchObject({ people: 0 })
  })

  it('another branch of the company is not in it', async () => {
    const [other] = await harness.db
      .insert(branches)
      .values({ companyId: fixture.company.id, name: 'Other House', code: 'OTHER' })
      .returning()
    await harness.db
      .update(devices)
      .set({ branchId: other?.id ?? null })
      .where(eq(devices.id, fixture.device.id))
    await measured(fixture.device.id, OVER_110)
    expect((await tryOut('branch', { limits: { high: 110 } })).context).toMatchObject({ people: 0 })
    expect((await tryOut('company', { limits: { high: 110 } })).context).toMatchObject({
      people: 1,
      total: 1,
    })
  })

  it.each([
    [{ limits: { low: 120, high: 60 } }, 'limits.low'],
    [{ limits: { high: 301 } }, 'limits.high'],
    [{ limits: {}, days: 15 }, 'days'],
  ])('is refused by the field: %o', async (body, field) => {
    const { status, context } = await tryOut('branch', body)
    expect(status).toBe(400)
    expect(Object.keys(context.errors)).toEqual([field])
  })

  it('is for whoever may set them, of their own house', async () => {
    expect((await tryOut('branch', { limits: {} }, 'OWNER')).status).toBe(403)
    expect((await tryOut('company', { limits: {} }, 'SUPERVISOR')).status).toBe(403)
    const { token } = (await createCompanyFixture(harness)).people.MANAGER
    const body = { metric: 'heartRate', limits: {} }
    for (const place of ['branch', 'company'] as const) {
      const path = `/${place}/limits/try/${fixture[place].uuid}`
      expect((await harness.call('POST', path, { token, body })).status).toBe(404)
    }
  })
})
