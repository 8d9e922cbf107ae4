import { native } from '@carewatch/devices/native/watch'
import { DAY_MS, TOUCHED_AFTER_MS } from '@carewatch/contracts/summed-days'
import { createDevice } from '@carewatch/migrations/factories'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from './batch.ts'
import { storeMessages } from './store.ts'
import { touchedBy } from './touched-days.ts'

const columnsOf = (times: number[], devices = times.map(() => 7)) => ({
  count: times.length,
  deviceId: Int32Array.from(devices),
  metric: new Uint8Array(times.length),
  time: Float64Array.from(times),
  value: new Float32Array(times.length),
})

describe('the days that readings come to late', () => {
  const day = Date.parse('2026-11-20T00:00:00Z')
  const open = day + DAY_MS + TOUCHED_AFTER_MS

  it('are those that ended longer ago than anybody may take', () => {
    expect(touchedBy(columnsOf([day + DAY_MS - 1]), open - 1)).toEqual([])
    expect(touchedBy(columnsOf([day + DAY_MS - 1]), open)).toEqual([{ deviceId: 7, day }])
    expect(touchedBy(columnsOf([day + DAY_MS, open - 1, open + 60_000]), open)).toEqual([])
  })

  it('are each named once, also where devices and days take turns', () => {
    const mixed = columnsOf([day, day - 1, day + 1, day + 2, day - 2, day + 3], [7, 7, 8, 7, 7, 8])
    expect(touchedBy(mixed, open)).toEqual([
      { deviceId: 7, day },
      { deviceId: 7, day: day - DAY_MS },
      { deviceId: 8, day },
    ])
  })

  it('are each named, of several devices too', () => {
    const late = columnsOf([day, day + 1, day - 1, open, day + 2], [7, 7, 7, 7, 8])
    expect(touchedBy(late, open)).toEqual([
      { deviceId: 7, day },
      { deviceId: 7, day: day - DAY_MS },
      { deviceId: 8, day },
    ])
  })
})

describe('what is stored late', () => {
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

  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const message = (deviceId: number, body: unknown): Message => {
    const payload = new TextEncoder().encode(JSON.stringify(body))
    const source = { deviceId, deviceUuid: '', format: 'native' }
    const receivedAt = Date.now()
    return {
      uplink: { source, topic: '', leaf: 'readings', payload, receivedAt },
      decoded: native('readings', payload, receivedAt),
    }
  }
  const touched = async (deviceId: number) => {
    const { rows } = await owner.query<{ day: Date }>(
      'select distinct day from reading_days_touched where device_id = $1 order by 1',
      [deviceId],
    )
    return rows.map(({ day }) => (today - day.getTime()) / DAY_MS)
  }

  it('names its day in the commit that stores it, also where it repeats something; what comes in time names none', async () => {
    const { id } = await createDevice(database.db)
    await storeMessages(db, [message(id, { time: Date.now(), heartRate: 72 })])
    expect(await touched(id)).toEqual([])
    await storeMessages(db, [message(id, { time: today - 3 * DAY_MS, heartRate: 72, steps: 4 })])
    expect(await touched(id)).toEqual([3])
    await storeMessages(db, [
      message(id, { time: today - 3 * DAY_MS, heartRate: 72 }),
      message(id, { time: today - 8 * DAY_MS + 5, heartRate: 73 }),
    ])
    expect(await touched(id)).toEqual([8, 3])
    const { rows } = await owner.query('select time from readings where device_id = $1 and metric = 1', [id])
    expect(rows).toHaveLength(3)
  })

  it('is stored with its day or not at all', async () => {
    const { id } = await createDevice(database.db)
    const beyond = message(id, { time: today - 5 * DAY_MS, heartRate: 72 })
    beyond.decoded.positions.push({ time: today, lat: Number.NaN, lng: 34, accuracyM: 8, source: 'GPS' })
    await expect(storeMessages(db, [beyond])).rejects.toMatchObject({ code: '23502' })
    expect(await touched(id)).toEqual([])
  })

  it('waits for nobody who sums the same day', async () => {
    const { id } = await createDevice(database.db)
    await storeMessages(db, [message(id, { time: today - 3 * DAY_MS, heartRate: 72 })])
    const engine = await owner.connect()
    await engine.query('begin')
    await engine.query('delete from reading_days_touched where device_id = $1', [id])
    await storeMessages(db, [message(id, { time: today - 3 * DAY_MS + 1, heartRate: 73 })])
    await engine.query('commit')
    engine.release()
    // The one that came meanwhile is not taken away with those that were seen.
    expect(await touched(id)).toEqual([3])
  })
})
