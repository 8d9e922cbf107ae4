import { unpackReadings } from '@carewatch/contracts/batches'
import { metrics } from '@carewatch/contracts/metrics'
import { openTimescale } from '@carewatch/migrations/client'
import { createDevice } from '@carewatch/migrations/factories'
import { testDatabase } from '@carewatch/migrations/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from './batch.ts'
import { native } from './codecs/native.ts'
import { storeMessages } from './store.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')

describe('storing messages', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let db: pg.Pool
  beforeAll(async () => {
    database = await testDatabase()
    db = openTimescale(database.url, 2)
  })
  afterAll(async () => {
    await db.end()
    await database.drop()
  })

  const newDevice = async () => (await createDevice(database.db)).id
  const message = (deviceId: number, leaf: string, body: unknown): Message => {
    const payload = new TextEncoder().encode(JSON.stringify(body))
    const source = { deviceId, deviceUuid: '', format: 'native' }
    return {
      uplink: { source, topic: '', leaf, payload, receivedAt: noon },
      decoded: native(leaf, payload, noon),
    }
  }
  const rowsOf = async (deviceId: number) =>
    (
      await db.query('select metric, time, value from readings where device_id = $1 order by time, metric', [
        deviceId,
      ])
    ).rows
  const unjudged = async () => (await db.query('delete from unjudged returning *')).rows

  it('keeps every reading to the millisecond and the digit', async () => {
    const id = await newDevice()
    await storeMessages(db, [message(id, 'readings', { time: noon - 1, heartRate: 72, temperature: 36.6 })])
    expect(await rowsOf(id)).toEqual([
      { metric: metrics.heartRate.id, time: new Date(noon - 1), value: 72 },
      { metric: metrics.temperature.id, time: new Date(noon - 1), value: 36.6 },
    ])
  })

  it('hands the batch to the rules in the same commit', async () => {
    await unjudged()
    const id = await newDevice()
    const { isUrgent } = await storeMessages(db, [message(id, 'readings', { time: noon, heartRate: 72 })])
    const [batch] = await unjudged()
    const columns = unpackReadings(batch.readings)
    expect(isUrgent).toBe(false)
    expect(batch).toMatchObject({ urgent: false, stored: null, events: null })
    expect([columns.deviceId[0], columns.metric[0], columns.time[0], columns.value[0]]).toEqual([
      id,
      1,
      noon,
      72,
    ])
  })

  it('stores a message sent twice once, and hands only what is new to the rules', async () => {
    const id = await newDevice()
    await storeMessages(db, [message(id, 'readings', { time: noon, heartRate: 72 })])
    await unjudged()
    await storeMessages(db, [
      message(id, 'readings', { time: noon, heartRate: 72 }),
      message(id, 'readings', { time: noon + 1, heartRate: 73 }),
    ])
    expect(await rowsOf(id)).toHaveLength(2)
    expect(await unjudged()).toMatchObject([{ stored: [2] }])
    await storeMessages(db, [message(id, 'readings', { time: noon + 1, heartRate: 73 })])
    expect(await unjudged()).toEqual([])
  })

  it('marks an SOS as urgent and stores it once however often it is sent', async () => {
    await unjudged()
    const id = await newDevice()
    const sos = message(id, 'event', {
      time: noon,
      type: 'SOS',
      position: { lat: 32, lng: 34.8, accuracy: 8 },
    })
    expect(await storeMessages(db, [sos])).toEqual({ isUrgent: true })
    expect(await storeMessages(db, [sos])).toEqual({ isUrgent: false })
    expect(await unjudged()).toMatchObject([
      { urgent: true, readings: null, events: [{ deviceId: id, type: 'SOS', time: noon, receivedAt: noon }] },
    ])
    const { rows } = await db.query(
      'select lat, lng, accuracy_m, source from positions where device_id = $1',
      [id],
    )
    expect(rows).toEqual([{ lat: 32, lng: 34.8, accuracy_m: 8, source: 'GPS' }])
  })
})
