import { unpackReadings } from '@carewatch/contracts/batches'
import { metrics } from '@carewatch/contracts/metrics'
import { openTimescale } from '@carewatch/platform/database/client'
import { createDevice } from '@carewatch/migrations/factories'
import { fences } from '@carewatch/migrations/schema/devices'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from './batch.ts'
import { native } from '@carewatch/devices/native/watch'
import { createKnownWeeks } from './reading-weeks.ts'
import { storeMessages } from './store.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')

describe('storing messages', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let db: pg.Pool
  let rules: pg.Pool
  beforeAll(async () => {
    database = await testDatabase()
    db = openTimescale(asService(database.url, 'broker'), 2)
    rules = openTimescale(asService(database.url, 'rules'), 1)
  })
  afterAll(async () => {
    await Promise.all([db.end(), rules.end()])
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
  const pending = async () => (await rules.query('delete from pending_evaluations returning *')).rows

  it('keeps every reading to the millisecond and the digit', async () => {
    const id = await newDevice()
    await storeMessages(db, [message(id, 'readings', { time: noon - 1, heartRate: 72, temperature: 36.6 })])
    expect(await rowsOf(id)).toEqual([
      { metric: metrics.heartRate.id, time: new Date(noon - 1), value: 72 },
      { metric: metrics.temperature.id, time: new Date(noon - 1), value: 36.6 },
    ])
  })

  it('hands the batch to the rules in the same commit', async () => {
    await pending()
    const id = await newDevice()
    const { isUrgent } = await storeMessages(db, [message(id, 'readings', { time: noon, heartRate: 72 })])
    const [batch] = await pending()
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

  it('says of a batch that who sent it is not known to be the device', async () => {
    await pending()
    const id = await newDevice()
    const fence = { name: 'Home', lat: 32.07, lng: 34.79, radiusM: 150 }
    await database.db.insert(fences).values({ deviceId: id, ...fence })
    const sent = (isUnproven: boolean, time: number): Message[] =>
      [
        message(id, 'readings', { time, heartRate: 72 }),
        message(id, 'readings', { time: time + 500, position: { lat: 32.07, lng: 34.79, accuracy: 8 } }),
        message(id, 'event', { time, type: 'SOS' }),
      ].map(({ uplink, decoded }) => ({ uplink: { ...uplink, isUnproven }, decoded }))
    await storeMessages(db, sent(true, noon))
    await storeMessages(db, [...sent(true, noon), ...sent(true, noon + 1)])
    expect((await pending()).map(({ unproven }) => unproven)).toEqual([true, true, true, true])
    await storeMessages(db, sent(false, noon + 2))
    expect((await pending()).map(({ unproven }) => unproven)).toEqual([false, false])
  })

  it('hands what one batch holds twice to the rules once, as it is stored', async () => {
    await pending()
    const id = await newDevice()
    await storeMessages(db, [
      message(id, 'readings', { time: noon, heartRate: 72 }),
      message(id, 'readings', { time: noon, heartRate: 172 }),
      message(id, 'readings', { time: noon + 1, heartRate: 73 }),
    ])
    expect(await rowsOf(id)).toMatchObject([{ value: 72 }, { value: 73 }])
    const [batch] = await pending()
    expect(batch.stored.toSorted()).toEqual([1, 3])
  })

  describe('of weeks that are known, as nearly always', () => {
    const now = Math.floor(Date.now() / 1_000) * 1_000
    const known = createKnownWeeks()
    const measured = (deviceId: number, times: readonly number[], isUnproven = false): Message[] =>
      times
        .map((time) => message(deviceId, 'readings', { time, heartRate: 70 }))
        .map(({ uplink }) => ({
          uplink: { ...uplink, receivedAt: now, isUnproven },
          decoded: native('readings', uplink.payload, now),
        }))
    const newKnown = async () => {
      const id = await newDevice()
      await storeMessages(db, measured(id, [now - 60_000]), known)
      await pending()
      return id
    }

    it('stores readings and hands them to the rules in one commit', async () => {
      const id = await newKnown()
      expect(await storeMessages(db, measured(id, [now, now + 1], true), known)).toEqual({ isUrgent: false })
      expect((await rowsOf(id)).map(({ time }) => time.getTime())).toEqual([now - 60_000, now, now + 1])
      const batches = await pending()
      expect(batches).toMatchObject([
        { urgent: false, stored: null, events: null, positions: null, unproven: true },
      ])
      const { count, receivedAt, ...columns } = unpackReadings(batches[0].readings)
      expect([count, receivedAt]).toEqual([2, now])
      expect([[...columns.deviceId], [...columns.time]]).toEqual([
        [id, id],
        [now, now + 1],
      ])
    })

    it('stores a repeat once and hands only what is new to the rules', async () => {
      const id = await newKnown()
      await storeMessages(db, measured(id, [now]), known)
      await pending()
      await storeMessages(db, measured(id, [now, now + 1]), known)
      expect(await rowsOf(id)).toHaveLength(3)
      expect((await pending()).map(({ stored }) => stored)).toEqual([[2]])
    })

    it('asks the database twice for a repeat, and no more', async () => {
      const id = await newKnown()
      await storeMessages(db, measured(id, [now]), known)
      const asked: string[] = []
      const query = (one: pg.QueryConfig) => {
        asked.push(one.name ?? '')
        return db.query(one)
      }
      await storeMessages(Object.assign(Object.create(db) as pg.Pool, { query }), measured(id, [now]), known)
      expect(asked).toEqual(['store-readings', 'store-with-repeats'])
    })

    it('stores a call for help beside readings, and says that it is urgent', async () => {
      const id = await newKnown()
      const call = message(id, 'event', { time: now, type: 'SOS' })
      expect(await storeMessages(db, [...measured(id, [now]), call], known)).toEqual({ isUrgent: true })
      const [batch] = await pending()
      expect(batch).toMatchObject({ urgent: true, events: [{ deviceId: id, type: 'SOS' }] })
      expect(unpackReadings(batch.readings).count).toBe(1)
    })
  })

  it('stores a message sent twice once, and hands only what is new to the rules', async () => {
    const id = await newDevice()
    await storeMessages(db, [message(id, 'readings', { time: noon, heartRate: 72 })])
    await pending()
    await storeMessages(db, [
      message(id, 'readings', { time: noon, heartRate: 72 }),
      message(id, 'readings', { time: noon + 1, heartRate: 73 }),
    ])
    expect(await rowsOf(id)).toHaveLength(2)
    expect(await pending()).toMatchObject([{ stored: [2] }])
    await storeMessages(db, [message(id, 'readings', { time: noon + 1, heartRate: 73 })])
    expect(await pending()).toEqual([])
  })

  it.each([
    ['in another batch', false],
    ['in one batch', true],
  ])(
    'a fix takes the place of what was found of the same moment, and is judged by a fence: %s',
    async (_, together) => {
      const id = await newDevice()
      const fence = { name: 'Home', lat: 32.07, lng: 34.79, radiusM: 150 }
      await database.db.insert(fences).values({ deviceId: id, ...fence })
      await pending()
      const at = (lat: number, source: 'GPS' | 'CELL' | 'WIFI'): Message => {
        const { uplink, decoded } = message(id, 'readings', { time: noon, heartRate: 72 })
        const position = { time: noon, lat, lng: 34.79, accuracyM: source === 'GPS' ? 8 : 150, source }
        return { uplink, decoded: { ...decoded, readings: [], positions: [position] } }
      }
      const found = async () =>
        (await db.query('select lat, source, accuracy_m from positions where device_id = $1', [id])).rows
      const handedOn = async () =>
        (await pending()).flatMap(({ positions }) => positions).map(({ lat }) => lat)
      const store = async (all: readonly Message[]): Promise<void> => {
        if (together) await storeMessages(db, all)
        else for (const one of all) await storeMessages(db, [one])
      }
      await store([
        at(32.05, 'WIFI'),
        at(32.06, 'CELL'),
        at(32.09, 'GPS'),
        at(32.1, 'GPS'),
        at(32.05, 'WIFI'),
      ])
      expect(await found()).toEqual([{ lat: 32.09, source: 'GPS', accuracy_m: 8 }])
      expect(await handedOn()).toEqual(together ? [32.09] : [32.05, 32.09])
      await store([at(32.1, 'GPS'), at(32.05, 'CELL')])
      expect(await handedOn()).toEqual([])
    },
  )

  it('marks an SOS as urgent and stores it once however often it is sent', async () => {
    await pending()
    const id = await newDevice()
    const sos = message(id, 'event', {
      time: noon,
      type: 'SOS',
      position: { lat: 32, lng: 34.8, accuracy: 8 },
    })
    expect(await storeMessages(db, [sos])).toEqual({ isUrgent: true })
    expect(await storeMessages(db, [sos])).toEqual({ isUrgent: false })
    expect(await pending()).toMatchObject([
      { urgent: true, readings: null, events: [{ deviceId: id, type: 'SOS', time: noon, receivedAt: noon }] },
    ])
    const { rows } = await db.query(
      'select lat, lng, accuracy_m, source from positions where device_id = $1',
      [id],
    )
    expect(rows).toEqual([{ lat: 32, lng: 34.8, accuracy_m: 8, source: 'GPS' }])
  })

  describe('where a watch is', () => {
    const there = { lat: 32, lng: 34.8, accuracy: 8 }
    const fenced = async () => {
      const id = await newDevice()
      await database.db
        .insert(fences)
        .values({ deviceId: id, name: 'Home', lat: 32, lng: 34.8, radiusM: 150 })
      return id
    }

    it('is handed to the rules once, and only where there is a fence', async () => {
      await pending()
      const id = await fenced()
      const here = message(id, 'readings', { time: noon - 1_000, position: there })
      const free = message(await newDevice(), 'readings', { time: noon, position: there })
      await storeMessages(db, [free])
      expect(await pending()).toEqual([])
      expect(await storeMessages(db, [here, free])).toEqual({ isUrgent: false })
      await storeMessages(db, [here])
      const position = { deviceId: id, lat: 32, lng: 34.8, accuracyM: 8, source: 'GPS', time: noon - 1_000 }
      expect(await pending()).toMatchObject([
        { urgent: false, readings: null, events: null, positions: [{ ...position, receivedAt: noon }] },
      ])
    })

    it('is judged beside an SOS, not before it', async () => {
      await pending()
      const id = await fenced()
      const sos = message(id, 'event', { time: noon, type: 'SOS', position: there })
      expect(await storeMessages(db, [sos])).toEqual({ isUrgent: true })
      expect(await pending()).toMatchObject([
        { urgent: true, positions: null, events: [{ type: 'SOS' }] },
        { urgent: false, events: null, positions: [{ deviceId: id }] },
      ])
    })

    it('is handed over beside readings that were told before', async () => {
      const id = await fenced()
      await storeMessages(db, [message(id, 'readings', { time: noon, heartRate: 72 })])
      await pending()
      const both = message(id, 'readings', [
        { time: noon, heartRate: 72 },
        { time: noon + 1, heartRate: 73, position: there },
      ])
      await storeMessages(db, [both])
      expect(await pending()).toMatchObject([{ stored: [2] }, { positions: [{ time: noon + 1 }] }])
    })
  })
})
