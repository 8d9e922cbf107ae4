import { metrics } from '@carewatch/contracts/metrics'
import { native } from '@carewatch/devices/native/watch'
import { createDevice } from '@carewatch/migrations/factories'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from './batch.ts'
import { createKnownWeeks } from './reading-weeks.ts'
import { storeMessages } from './store.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const DAY_MS = 86_400_000

describe('the weeks in which something was measured', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let db: pg.Pool
  let owner: pg.Pool
  beforeAll(async () => {
    database = await testDatabase()
    db = openTimescale(asService(database.url, 'broker'), 4)
    owner = openTimescale(database.url, 2)
  })
  afterAll(async () => {
    await Promise.all([db.end(), owner.end()])
    await database.drop()
  })

  const newDevice = async () => (await createDevice(database.db)).id
  const message = (deviceId: number, body: unknown): Message => {
    const payload = new TextEncoder().encode(JSON.stringify(body))
    const source = { deviceId, deviceUuid: '', format: 'native' }
    return {
      uplink: { source, topic: '', leaf: 'readings', payload, receivedAt: noon },
      decoded: native('readings', payload, noon),
    }
  }
  /** What stands in the directory, beside what the readings themselves say. */
  const weeksOf = async (deviceId: number) => {
    const kept = await owner.query(
      'select metric, week from reading_weeks where device_id = $1 order by metric, week',
      [deviceId],
    )
    const true_ = await owner.query(
      "select distinct metric, date_bin('7 days', time, 'epoch') as week from readings where device_id = $1 order by metric, week",
      [deviceId],
    )
    return { kept: kept.rows, measured: true_.rows }
  }

  it('are those of its readings, late ones and those of a border too', async () => {
    const id = await newDevice()
    const known = createKnownWeeks()
    const thursday = Date.parse('2026-11-19T00:00:00Z')
    await storeMessages(
      db,
      [
        message(id, { time: noon, heartRate: 72, steps: 9 }),
        message(id, { time: thursday, heartRate: 71 }),
        message(id, { time: thursday - 1, spo2: 97 }),
      ],
      known,
    )
    await storeMessages(db, [message(id, { time: noon - 400 * DAY_MS, heartRate: 70 })], known)
    const { kept, measured } = await weeksOf(id)
    expect(kept).toEqual(measured)
    expect(kept).toHaveLength(4)
    expect(kept[1]).toEqual({ metric: metrics.heartRate.id, week: new Date(thursday) })
  })

  it('are written once, and not again while that is known', async () => {
    const id = await newDevice()
    const known = createKnownWeeks()
    await storeMessages(db, [message(id, { time: noon, heartRate: 72 })], known)
    await owner.query('delete from reading_weeks where device_id = $1', [id])
    await storeMessages(db, [message(id, { time: noon + 1, heartRate: 73 })], known)
    expect((await weeksOf(id)).kept).toEqual([])
    await storeMessages(db, [message(id, { time: noon + 2, heartRate: 73 })], createKnownWeeks())
    expect((await weeksOf(id)).kept).toHaveLength(1)
  })

  it('of a batch that repeats readings are written too', async () => {
    const id = await newDevice()
    await storeMessages(db, [message(id, { time: noon, heartRate: 72 })])
    await storeMessages(db, [
      message(id, { time: noon, heartRate: 72 }),
      message(id, { time: noon - 30 * DAY_MS, heartRate: 73 }),
    ])
    const { kept, measured } = await weeksOf(id)
    expect(kept).toEqual(measured)
    expect(kept).toHaveLength(2)
  })

  it('of a commit that failed are not taken for written, and what was known is asked anew', async () => {
    const [id, other] = [await newDevice(), await newDevice()]
    const known = createKnownWeeks()
    await storeMessages(db, [message(other, { time: noon, heartRate: 72 })], known)
    const beyond = message(id, { time: noon, heartRate: 72 })
    beyond.decoded.positions.push({ time: noon, lat: Number.NaN, lng: 34, accuracyM: 8, source: 'GPS' })
    await expect(storeMessages(db, [beyond], known)).rejects.toMatchObject({ code: '23502' })
    expect((await weeksOf(id)).kept).toEqual([])
    await owner.query('delete from reading_weeks where device_id = $1', [other])
    await storeMessages(db, [message(id, { time: noon, heartRate: 72 })], known)
    await storeMessages(db, [message(other, { time: noon + 1, heartRate: 72 })], known)
    expect((await weeksOf(id)).kept).toHaveLength(1)
    expect((await weeksOf(other)).kept).toHaveLength(1)
  })

  it('are written by two brokers at once without a ring, whatever the order of their messages', async () => {
    const ids = [await newDevice(), await newDevice(), await newDevice()]
    const batch = (order: readonly number[], time: number) =>
      order.map((id) => message(id, { time, heartRate: 72 }))
    const holder = await owner.connect()
    await holder.query('begin')
    await holder.query(
      "insert into reading_weeks values ($1, $2, date_bin('7 days', to_timestamp($3::float8 / 1000), 'epoch'))",
      [ids[1], metrics.heartRate.id, noon],
    )
    // Each has written what comes first, and waits for the one in the middle.
    const both = Promise.all([
      storeMessages(db, batch(ids, noon)),
      storeMessages(db, batch(ids.toReversed(), noon + 1)),
    ])
    const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await owner.query(waiting)).rows[0].n, { timeout: 20_000 }).toBe(2)
    await holder.query('rollback')
    holder.release()
    await both
    for (const id of ids) {
      const { kept, measured } = await weeksOf(id)
      expect(kept).toEqual(measured)
      expect(kept).toHaveLength(1)
    }
  })

  it('of what comes late are written, and the newest is known all the same', async () => {
    const id = await newDevice()
    const known = createKnownWeeks()
    for (const weeksAgo of [1, 2])
      await storeMessages(db, [message(id, { time: noon - weeksAgo * 7 * DAY_MS, heartRate: 72 })], known)
    const { kept, measured } = await weeksOf(id)
    expect(kept).toEqual(measured)
    expect(kept).toHaveLength(2)
    await owner.query('delete from reading_weeks where device_id = $1', [id])
    await storeMessages(db, [message(id, { time: noon - 7 * DAY_MS + 1, heartRate: 72 })], known)
    expect((await weeksOf(id)).kept).toEqual([])
    await storeMessages(db, [message(id, { time: noon, heartRate: 72, steps: 3 })], known)
    expect((await weeksOf(id)).kept).toHaveLength(2)
  })

  it('fill no memory without end', async () => {
    const known = createKnownWeeks(2)
    const ids = [await newDevice(), await newDevice(), await newDevice()]
    for (const id of ids) await storeMessages(db, [message(id, { time: noon, heartRate: 72 })], known)
    await owner.query('delete from reading_weeks where device_id = any($1)', [ids])
    for (const id of ids) await storeMessages(db, [message(id, { time: noon + 1, heartRate: 72 })], known)
    const kept = await Promise.all(ids.map(async (id) => (await weeksOf(id)).kept.length))
    // Whoever came first was forgotten for the third, and then forgot the second.
    expect(kept).toEqual([1, 1, 1])
    const two = createKnownWeeks(2)
    for (const id of ids.slice(0, 2))
      await storeMessages(db, [message(id, { time: noon + 2, heartRate: 72, steps: 3, spo2: 97 })], two)
    await owner.query('delete from reading_weeks where device_id = any($1)', [ids])
    for (const id of ids.slice(0, 2))
      await storeMessages(db, [message(id, { time: noon + 3, heartRate: 72, steps: 3, spo2: 97 })], two)
    expect((await weeksOf(ids[0] ?? 0)).kept).toEqual([])
    expect((await weeksOf(ids[1] ?? 0)).kept).toEqual([])
  })
})
