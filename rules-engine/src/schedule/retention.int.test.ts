import { metrics } from '@carewatch/contracts/metrics'
import { RetentionSettings } from '@carewatch/contracts/retention'
import { createBeacon, createDevice } from '@carewatch/migrations/factories'
import { presences } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startHarness, type EngineHarness } from '../testing.ts'
import { createRetention } from './retention.ts'

const DAY = 86_400_000
const now = Date.parse('2026-11-22T12:00:00Z')

describe('what is kept, and for how long', () => {
  let harness: EngineHarness
  let deviceId: number
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    const device = await createDevice(harness.db, {})
    deviceId = device.id
    const at = (daysAgo: number) => new Date(now - daysAgo * DAY)
    // On TimescaleDB a week of readings goes at once, when it is over.
    for (const daysAgo of [1, 99, 108, 400]) {
      const { heartRate, steps } = metrics
      await harness.owner.query(
        'insert into readings (device_id, metric, time, value) values ($1, $2, $4, 70), ($1, $3, $4, 900)',
        [deviceId, heartRate.id, steps.id, at(daysAgo)],
      )
      await harness.owner.query(
        'insert into positions (device_id, time, lat, lng) values ($1, $2, 32, 34.8)',
        [deviceId, at(daysAgo)],
      )
      await harness.owner.query(
        "insert into device_events (device_id, time, type, received_at) values ($1, $2, 'FALL', $2)",
        [deviceId, at(daysAgo)],
      )
    }
  })

  const left = async () => {
    const { rows } = await harness.owner.query<Record<string, number>>(
      `select (select count(*)::int from readings where device_id = $1) as readings,
        (select count(*)::int from device_events where device_id = $1) as events,
        (select count(*)::int from positions where device_id = $1) as positions`,
      [deviceId],
    )
    return rows[0]
  }
  const forget = (settings: Record<string, string>, at = now) =>
    createRetention(RetentionSettings.parse(settings))(harness.pool, at)

  it('is forgotten when it is older than was agreed, and nothing else', async () => {
    await forget({ RETENTION_READINGS_DAYS: '100', RETENTION_POSITIONS_DAYS: '30' })
    expect(await left()).toEqual({ readings: 4, events: 2, positions: 1 })
  })

  it('is years of readings and a year of places where nobody said otherwise', async () => {
    await forget({})
    expect(await left()).toEqual({ readings: 8, events: 4, positions: 3 })
  })

  it('is everything where it is to be kept for ever', async () => {
    await forget({ RETENTION_READINGS_DAYS: '0', RETENTION_POSITIONS_DAYS: '0' }, now + 40_000 * DAY)
    expect(await left()).toEqual({ readings: 8, events: 4, positions: 4 })
  })

  it('of the weeks in which something was measured is each that has a reading yet', async () => {
    await harness.owner.query(
      "insert into reading_weeks select distinct device_id, metric, date_bin('7 days', time, 'epoch') from readings where device_id = $1",
      [deviceId],
    )
    const weeks = `select distinct w.week, exists (select from readings r where r.device_id = w.device_id and r.metric = w.metric
      and r.time >= w.week and r.time < w.week + interval '7 days') as full from reading_weeks w where device_id = $1 order by 1`
    const full = async () =>
      (await harness.owner.query<{ full: boolean }>(weeks, [deviceId])).rows.map((row) => row.full)
    expect(await full()).toEqual([true, true, true, true])
    await forget({ RETENTION_READINGS_DAYS: '100' })
    expect(await full()).toEqual([true, true])
  })

  it('of the days that are summed is each that has a reading yet, and no other', async () => {
    // Beside the border: what is forgotten are whole days.
    for (const hoursAgo of [100 * 24 + 11, 100 * 24 + 13])
      await harness.owner.query(
        'insert into readings (device_id, metric, time, value) values ($1, $2, $3, 70)',
        [deviceId, metrics.heartRate.id, new Date(now - hoursAgo * 3_600_000)],
      )
    await harness.owner.query(
      `insert into reading_days select distinct device_id, metric, date_bin('1 day', time, 'epoch'), '\\x'::bytea, '\\x'::bytea from readings
      where device_id = $1 and metric = $2`,
      [deviceId, metrics.heartRate.id],
    )
    const days = async (table: string, time: string) => {
      const { rows } = await harness.owner.query<{ day: Date }>(
        `select distinct date_bin('1 day', ${time}, 'epoch') as day from ${table} where device_id = $1 and metric = $2 order by 1`,
        [deviceId, metrics.heartRate.id],
      )
      return rows.map(({ day }) => day)
    }
    expect(await days('reading_days', 'day')).toHaveLength(6)
    await forget({ RETENTION_READINGS_DAYS: '100' })
    const kept = await days('reading_days', 'day')
    expect(kept).toEqual(await days('readings', 'time'))
    expect(kept.length).toBeLessThan(6)
  })

  it('of where a tag was is counted from when it left, and where it is now stays', async () => {
    const { id: beaconId } = await createBeacon(harness.db)
    const was = (since: number, until: number | null) => ({
      beaconId,
      since: new Date(now - since * DAY),
      until: until === null ? null : new Date(now - until * DAY),
      confidence: 1,
    })
    await harness.db.insert(presences).values([was(60, 30.1), was(60, 29.9), was(29.9, 10), was(40, null)])
    await forget({ RETENTION_POSITIONS_DAYS: '30' })
    const { until } = presences
    const kept = await harness.db
      .select({ until })
      .from(presences)
      .where(eq(presences.beaconId, beaconId))
      .orderBy(presences.id)
    const daysAgo = kept.map((one) => (one.until ? (now - one.until.getTime()) / DAY : null))
    expect(daysAgo).toEqual([29.9, 10, null])
  })

  it('of a watch that nobody wore is forgotten after a month, and what somebody wore it for stays', async () => {
    const [wearer] = await harness.db.insert(wearers).values({ firstName: 'Ruth' }).returning()
    const at = (daysAgo: number) => new Date(now - daysAgo * DAY)
    const worn = (from: number, until: number | null) => ({
      wearerId: wearer?.id ?? 0,
      deviceId,
      startedAt: at(from),
      endedAt: until === null ? null : at(until),
    })
    // Facts are of 400, 108, 99 and 1 days ago: the two in the middle are nobody's.
    await harness.db.insert(assignments).values([worn(399, 200), worn(50, 20)])
    await forget({ RETENTION_UNWORN_DAYS: '0' })
    expect(await left()).toEqual({ readings: 8, events: 4, positions: 3 })
    await forget({})
    expect(await left()).toEqual({ readings: 4, events: 2, positions: 1 })
    // The one of yesterday is nobody's too, and a month old one day.
    await forget({}, now + 30 * DAY)
    expect(await left()).toEqual({ readings: 2, events: 1, positions: 0 })
  })

  it('of a watch that was reset before anybody wrote down who wears it stays, for somebody may wear it', async () => {
    const [wearer] = await harness.db.insert(wearers).values({ firstName: 'Ruth' }).returning()
    const at = (daysAgo: number) => new Date(now - daysAgo * DAY)
    // As migrations/sql/0026_wearers_filled.sql writes it of a watch without an owner: reset, and by nobody that is known.
    const reset = {
      wearerId: wearer?.id ?? 0,
      deviceId,
      startedAt: at(401),
      endedAt: at(200),
      end: 'RESET' as const,
    }
    await harness.db.insert(assignments).values(reset)
    await forget({})
    expect(await left()).toEqual({ readings: 8, events: 4, positions: 3 })
  })

  it('goes around once a day', async () => {
    const retention = createRetention(RetentionSettings.parse({ RETENTION_POSITIONS_DAYS: '100' }))
    await retention(harness.pool, now)
    expect((await left())?.positions).toBe(2)
    await retention(harness.pool, now + DAY / 2)
    await harness.owner.query('insert into positions (device_id, time, lat, lng) values ($1, $2, 32, 34.8)', [
      deviceId,
      new Date(now - 200 * DAY),
    ])
    await retention(harness.pool, now + DAY / 2)
    expect((await left())?.positions).toBe(3)
    await retention(harness.pool, now + DAY)
    expect((await left())?.positions).toBe(2)
  })
})

it.each([
  ['RETENTION_READINGS_DAYS', '59'],
  ['RETENTION_POSITIONS_DAYS', '6'],
  ['RETENTION_READINGS_DAYS', '-1'],
  ['RETENTION_UNWORN_DAYS', '-1'],
  ['RETENTION_POSITIONS_DAYS', 'soon'],
])('%s=%s is refused', (name, value) => {
  expect(RetentionSettings.safeParse({ [name]: value }).success).toBe(false)
})
