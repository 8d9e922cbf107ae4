import { type LimitedMetric, metrics } from '@carewatch/contracts/metrics'
import { assignments } from '@carewatch/migrations/schema/wearers'
import { branches } from '@carewatch/migrations/schema/people'
import { readings } from '@carewatch/migrations/schema/readings'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
  // Three hours ahead of UTC the whole year.
  const zone = { timeZone: 'Asia/Riyadh' }
  await harness.db.update(branches).set(zone).where(eq(branches.id, fixture.branch.id))
})
afterAll(() => harness.close())

/** So many days ago, one a minute from this hour of UTC on. */
async function measured(
  hour: number,
  values: readonly number[],
  { name = 'heartRate' as LimitedMetric, daysAgo = 2 } = {},
) {
  const midnight = new Date().setUTCHours(0, 0, 0, 0) - daysAgo * DAY
  const rows = values.map((value, index) => ({
    deviceId: fixture.device.id,
    metric: metrics[name].id,
    time: new Date(midnight + (hour * 60 + index) * MINUTE),
    value,
  }))
  await harness.db.insert(readings).values(rows)
  return rows
}
const upTo = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)
const usual = (role: keyof CompanyFixture['people'] = 'OWNER', uuid = fixture.device.uuid) =>
  harness.call('GET', `/devices/usual/${uuid}`, { token: fixture.people[role].token })

it('says between which values nine of ten and the middle half lie, by the day and the night of the branch', async () => {
  // 20:00 there is 23:00, 04:00 is 07:00.
  await measured(20, upTo(50, 21))
  await measured(4, upTo(70, 101))
  const { context } = await usual()
  expect(context.metrics).toEqual({
    heartRate: {
      day: { samples: 101, p5: 75, p25: 95, median: 120, p75: 145, p95: 165 },
      night: { samples: 21, p5: 51, p25: 55, median: 60, p75: 65, p95: 69 },
    },
  })
})

it('counts nothing of what was measured off the wrist', async () => {
  await measured(4, upTo(70, 101))
  const [first] = await measured(6, upTo(160, 60))
  const taken = { deviceId: fixture.device.id, metric: metrics.wearing.id, value: 0 }
  const off = first?.time ?? new Date()
  await harness.db.insert(readings).values([
    { ...taken, time: off },
    { ...taken, time: new Date(off.getTime() + 60 * MINUTE), value: 1 },
  ])
  expect((await usual()).context.metrics.heartRate.day).toMatchObject({ samples: 101, median: 120 })
})

it('says nothing of what was hardly measured, nor of what is long ago or of who wore it before', async () => {
  await measured(4, upTo(70, 19))
  await measured(
    4,
    upTo(30, 30).map((value) => value / 10 + 35),
    { name: 'temperature', daysAgo: 16 },
  )
  expect((await usual()).context.metrics).toEqual({})
  const [last] = (await measured(5, upTo(70, 30))).slice(-1)
  expect((await usual()).context.metrics.heartRate.day.samples).toBe(49)
  await harness.db
    .update(assignments)
    .set({ startedAt: last?.time ?? new Date() })
    .where(eq(assignments.deviceId, fixture.device.id))
  expect((await usual()).context.metrics).toEqual({})
})

it('is for whoever sees the readings it is made of, relatives too, and for nobody else', async () => {
  await measured(4, upTo(70, 101))
  const other = await createCompanyFixture(harness)
  const seen = await Promise.all([usual('RELATIVE'), usual('SUPERVISOR')])
  const [ofRelative, ofSupervisor] = seen.map(({ context }) => context.metrics)
  expect(seen.map(({ status }) => status)).toEqual([200, 200])
  expect(ofRelative.heartRate.day).toMatchObject({ samples: 101, p5: 75, p95: 165 })
  expect(ofRelative).toEqual(ofSupervisor)
  const hidden = await Promise.all([usual('RELATIVE', other.device.uuid), usual('OWNER', other.device.uuid)])
  expect(hidden.map(({ status }) => status)).toEqual([404, 404])
})
