import { type MetricName, metrics } from '@carewatch/contracts/metrics'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { watchSettings } from '@carewatch/migrations/schema/devices'
import { companies } from '@carewatch/migrations/schema/people'
import { readings } from '@carewatch/migrations/schema/readings'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

/** One a minute, the last of them so many days ago. */
async function measured(values: number[], { metric = 'heartRate' as MetricName, daysAgo = 1 } = {}) {
  const from = Date.now() - daysAgo * DAY - values.length * MINUTE
  const rows = values.map((value, index) => ({
    deviceId: fixture.device.id,
    metric: metrics[metric].id,
    time: new Date(from + index * MINUTE),
    value,
  }))
  await harness.db.insert(readings).values(rows)
  return rows
}
const tryOut = (body: object, role: keyof CompanyFixture['people'] = 'OWNER', uuid = fixture.device.uuid) =>
  harness.call('POST', `/devices/limits/try/${uuid}`, { token: fixture.people[role].token, body })

describe('trying limits on what was measured', () => {
  it('tells which alarms they would have raised, and how many the present ones do', async () => {
    const rows = await measured([100, 112, 113, 119, 91, 91, 125, 126, 91, 91, 131, 91, 91])
    const { status, context } = await tryOut({ metric: 'heartRate', limits: { high: 110 } })
    expect(status).toBe(200)
    expect(context).toMatchObject({ total: 3, presentTotal: 1, readings: rows.length, isCut: false })
    expect(context.limits).toEqual({ criticalLow: 40, low: 50, high: 110, criticalHigh: 130 })
    expect(context.alarms).toEqual([
      {
        openedAt: rows[2]?.time.toISOString(),
        clearedAt: rows[5]?.time.toISOString(),
        severity: 'HIGH',
        direction: 'HIGH',
        value: 119,
      },
      expect.objectContaining({ severity: 'HIGH', value: 126 }),
      expect.objectContaining({ severity: 'CRITICAL', value: 131 }),
    ])
    expect(context.points).toContainEqual({ time: rows[10]?.time.toISOString(), value: 131 })
  })

  it('tells how many of them a person has marked as false', async () => {
    const rows = await measured([100, 112, 113, 91, 91, 125, 126, 91, 91])
    const at = (index: number) => rows[index]?.time ?? new Date()
    const { company, branch, device } = fixture
    const place = { companyId: company.id, branchId: branch.id, deviceId: device.id }
    const pulse = { ...place, kind: 'HEART_RATE', category: 'PHYSIOLOGICAL', severity: 'HIGH' } as const
    const closed = (openedAt: Date, closedAt: Date, cause: 'FALSE_ALARM' | 'HELPED') =>
      harness.db.insert(alarms).values({ ...pulse, openedAt, lastAt: openedAt, closedAt, cause })
    await closed(at(6), at(8), 'FALSE_ALARM')
    await closed(at(1), at(3), 'HELPED')
    const { context } = await tryOut({ metric: 'heartRate', limits: { high: 110 } })
    expect([context.total, context.markedFalse]).toEqual([2, 1])
    const { context: pressure } = await tryOut({ metric: 'systolic', limits: {} })
    expect(pressure.markedFalse).toBe(0)
  })

  it('takes the usual limit for a side that is left open, and says which it took', async () => {
    await harness.db
      .update(companies)
      .set({ limits: { heartRate: { high: 140 } } })
      .where(eq(companies.id, fixture.company.id))
    await harness.db
      .update(watchSettings)
      .set({ limits: { heartRate: { high: 100 } } })
      .where(eq(watchSettings.deviceId, fixture.device.id))
    await measured([130, 131])
    const { context } = await tryOut({ metric: 'heartRate', limits: { low: 40, high: null } })
    expect(context).toMatchObject({
      limits: { criticalLow: 30, low: 40, high: 140, criticalHigh: 160 },
      total: 0,
      presentTotal: 1,
    })
  })

  it('looks back as far as asked, at most a fortnight', async () => {
    await measured([200, 201], { daysAgo: 13 })
    await measured([200, 201], { daysAgo: 15 })
    expect((await tryOut({ metric: 'heartRate', limits: {} })).context.total).toBe(1)
    expect((await tryOut({ metric: 'heartRate', limits: {}, days: 7 })).context.total).toBe(0)
  })

  it('judges what was measured while the watch lay off the wrist, or its wearer walked, for what it is', async () => {
    const rows = await measured([80, 80, 80, 170, 170, 170, 80, 80])
    const beside = (metric: MetricName, index: number, value: number) => ({
      deviceId: fixture.device.id,
      metric: metrics[metric].id,
      value,
      time: rows[index]?.time ?? new Date(),
    })
    expect((await tryOut({ metric: 'heartRate', limits: {} })).context.total).toBe(1)
    await harness.db.insert(readings).values([beside('wearing', 3, 0), beside('wearing', 6, 1)])
    expect((await tryOut({ metric: 'heartRate', limits: {} })).context).toMatchObject({
      total: 0,
      readings: 8,
    })
  })

  it('is of one vital by itself', async () => {
    await measured([170, 171], { metric: 'systolic' })
    expect((await tryOut({ metric: 'systolic', limits: {} })).context.total).toBe(1)
    expect((await tryOut({ metric: 'diastolic', limits: {} })).context).toMatchObject({
      total: 0,
      readings: 0,
      alarms: [],
      points: [],
    })
  })

  it('keeps the figure of temperatures as it was measured', async () => {
    await measured([36.6, 38.1, 38.2, 36.6, 36.6], { metric: 'temperature' })
    const { context } = await tryOut({ metric: 'temperature', limits: { high: 37.5 } })
    expect(context.alarms).toMatchObject([{ value: 38.2 }])
  })

  it.each([
    [{ metric: 'steps', limits: {} }, 'metric'],
    [{ metric: 'heartRate', limits: { high: 301 } }, 'limits.high'],
    [{ metric: 'heartRate', limits: { low: 19 } }, 'limits.low'],
    [{ metric: 'heartRate', limits: { low: 120, high: 60 } }, 'limits.low'],
    [{ metric: 'heartRate', limits: {}, days: 15 }, 'days'],
  ])('is refused by the field: %o', async (body, field) => {
    const { status, context } = await tryOut(body)
    expect(status).toBe(400)
    expect(Object.keys(context.errors)).toEqual([field])
  })

  it('is for whoever may set them: not for a relative, and of another house nothing is found', async () => {
    expect((await tryOut({ metric: 'heartRate', limits: {} }, 'RELATIVE')).status).toBe(403)
    const other = await createCompanyFixture(harness)
    const theirs = tryOut({ metric: 'heartRate', limits: {} }, 'SUPERVISOR', other.device.uuid)
    expect((await theirs).status).toBe(404)
  })
})
