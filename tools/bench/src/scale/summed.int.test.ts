import { readSamples } from '@carewatch/api/readings/history'
import { offWristIn } from '@carewatch/api/readings/worthless'
import { graphs } from '@carewatch/contracts/measurements'
import { type MetricName, metrics } from '@carewatch/contracts/metrics'
import { DAY_MS, graphKeys } from '@carewatch/contracts/summed-days'
import type { Message } from '@carewatch/ingest/batch'
import { storeMessages } from '@carewatch/ingest/store'
import { RetentionSettings } from '@carewatch/contracts/retention'
import { createDevice } from '@carewatch/migrations/factories'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import { createRetention } from '@carewatch/rules-engine/schedule/retention'
import { createDaySums } from '@carewatch/rules-engine/schedule/sum-days'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const DAYS = 40

type Values = Partial<Record<MetricName, number>>

describe('a long graph', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let broker: pg.Pool
  let facts: pg.Pool
  let engine: pg.Pool
  let owner: pg.Pool
  let deviceId: number
  let today: number
  beforeAll(async () => {
    database = await testDatabase()
    broker = openTimescale(asService(database.url, 'broker'), 4)
    facts = openTimescale(asService(database.url, 'api'), 4)
    engine = openTimescale(asService(database.url, 'rules'), 4)
    owner = openTimescale(database.url, 2)
  })
  afterAll(async () => {
    await Promise.all([broker, facts, engine, owner].map((pool) => pool.end()))
    await database.drop()
  })
  beforeEach(async () => {
    await owner.query('delete from readings; delete from reading_days; delete from reading_days_touched')
    await owner.query(
      "update reading_days_known set since = 'infinity', until = 'infinity', begins_at = now() - interval '1 hour', graphs = '{}'",
    )
    deviceId = (await createDevice(database.db)).id
    today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  })

  const message = (time: number, values: Values): Message => {
    const readings = Object.entries(values).map(([name, value]) => ({
      // Safe: the keys of the object itself.
      metric: metrics[name as MetricName].id,
      time,
      value,
    }))
    const source = { deviceId, deviceUuid: '', format: 'native' }
    return {
      uplink: { source, topic: '', leaf: 'readings', payload: new Uint8Array(), receivedAt: Date.now() },
      decoded: { readings, positions: [], events: [], rejects: [], clockSkew: false },
    }
  }
  const store = async (messages: readonly Message[]) => {
    for (let at = 0; at < messages.length; at += 1_000)
      await storeMessages(broker, messages.slice(at, at + 1_000))
  }
  const sumAll = async () => {
    const isDone = `select since = '-infinity' and not exists (select from reading_days_touched) as done from reading_days_known`
    const sum = createDaySums({ first: today - DAYS * DAY_MS })
    do await sum(engine, Date.now())
    while ((await owner.query<{ done: boolean }>(isDone)).rows[0]?.done !== true)
  }
  const graph = (names: MetricName[], from: number, to: number) =>
    readSamples({ facts }, { deviceId, from: new Date(from), to: new Date(to) }, names)
  /** The same, as if no day were summed. */
  const fromReadings = async (...asked: Parameters<typeof graph>) => {
    await owner.query("update reading_days_known set graphs = '{}'")
    const found = await graph(...asked)
    await owner.query('update reading_days_known set graphs = $1', [graphKeys])
    return found
  }
  const drawn = graphs.map(({ metrics: of }) => [...of])
  /** Of every graph, over many times. */
  async function expectTheSame(): Promise<void> {
    const ranges: [number, number][] = [
      [today - DAYS * DAY_MS, Date.now()],
      [today - (DAYS - 3) * DAY_MS + 12_345_678, today - 4 * DAY_MS - 1],
      [today - 20 * DAY_MS, today - 9 * DAY_MS],
      [today - 7 * DAY_MS + 1, today],
      [0, Date.now() + 60_000],
      [today + DAY_MS, today + 30 * DAY_MS],
    ]
    for (const names of drawn)
      for (const [from, to] of ranges)
        expect(await graph(names, from, to)).toEqual(await fromReadings(names, from, to))
  }

  /** Values that no two graphs share, and many that are the same. */
  const measured = (random: () => number, time: number): Message =>
    message(time, {
      heartRate: 60 + Math.floor(random() * 9),
      ...(random() < 0.5 && { spo2: 90 + Math.floor(random() * 9), temperature: 36.6 }),
      ...(random() < 0.4 && {
        systolic: 120 + Math.floor(random() * 4),
        diastolic: 80 + Math.floor(random() * 4),
      }),
      ...(random() < 0.1 && { sleepDeep: 90, sleepLight: 200 + Math.floor(random() * 4), sleepAwake: 10 }),
    })
  const drawing = (): (() => number) => {
    const seed = fc.sample(fc.integer({ min: 1, max: 2 ** 31 - 2 }), { numRuns: 1, seed: 20_261_127 })[0] ?? 1
    let state = seed
    return () => (state = (state * 48_271) % (2 ** 31 - 1)) / (2 ** 31 - 1)
  }

  it('is the same from days that are summed as from its readings, of what came late and what was erased too', async () => {
    const random = drawing()
    const times = Array.from({ length: 9_000 }, (_, n) => today - DAYS * DAY_MS + n * 384_000 + (n % 7))
    await store(times.filter((time) => time < Date.now()).map((time) => measured(random, time)))
    await sumAll()
    await expectTheSame()
    const all = await graph(['heartRate'], today - DAYS * DAY_MS, Date.now())
    expect(all.samples.length).toBeGreaterThan(900)

    // Late ones that are lower and higher than any, a minute of which nothing was known, and one of today.
    const late = [3, 17, 17.5, 33].map((ago) => Math.round(today - ago * DAY_MS) + 5)
    await store([
      ...late.map((time, n) =>
        message(time, { heartRate: n % 2 ? 31 : 180, spo2: 71, systolic: 210, diastolic: 41 }),
      ),
      message(Date.now() - 1, { heartRate: 200 }),
    ])
    const lateOne = await graph(['heartRate'], today - DAYS * DAY_MS, Date.now())
    expect(lateOne.samples.map(([, value]) => value)).toEqual(expect.arrayContaining([31, 180, 200]))
    await expectTheSame()
    await sumAll()
    expect((await graph(['spo2'], today - DAYS * DAY_MS, Date.now())).samples).toContainEqual([late[0], 71])
    await expectTheSame()

    // Nobody wore it for some days: what it reported then is forgotten, the late ones among it.
    const [wearer] = await database.db.insert(wearers).values({ firstName: 'Ruth' }).returning()
    const worn = (from: number, until: number | null) => ({
      wearerId: wearer?.id ?? 0,
      deviceId,
      startedAt: new Date(today - from * DAY_MS),
      endedAt: until === null ? null : new Date(today - until * DAY_MS),
    })
    await database.db.insert(assignments).values([worn(39.5, 34.2), worn(20.3, null)])
    await createRetention(RetentionSettings.parse({ RETENTION_UNWORN_DAYS: '2' }))(engine, Date.now())
    const left = await graph(['spo2'], today - DAYS * DAY_MS, Date.now())
    expect(left.samples.some(([time = 0]) => time > today - 34 * DAY_MS && time < today - 21 * DAY_MS)).toBe(
      false,
    )
    await expectTheSame()
    await sumAll()
    await expectTheSame()
  })

  it('shows each reading where they are few, also where some lie close together', async () => {
    const random = drawing()
    const times = Array.from({ length: 300 }, (_, n) => today - DAYS * DAY_MS + n * 10_800_000 + 4)
    await store(times.filter((time) => time < Date.now()).map((time) => measured(random, time)))
    await sumAll()
    await expectTheSame()
    const sparse = await graph(['heartRate'], today - DAYS * DAY_MS, today - 5 * DAY_MS)
    expect([sparse.spanMs, sparse.samples.length]).toEqual([0, 280])
    await store([1, 2, 3].map((n) => message(today - 9 * DAY_MS + n * 60_000, { heartRate: 70 + n })))
    await sumAll()
    const close = await graph(['heartRate'], today - DAYS * DAY_MS, today - 5 * DAY_MS)
    expect([close.spanMs, close.samples.length]).toEqual([0, 283])
    await expectTheSame()
  })

  it('is read from the days that are summed, and from its readings where one was touched', async () => {
    await store(
      Array.from({ length: 960 }, (_, n) =>
        message(today - DAYS * DAY_MS + n * 3_600_000, { heartRate: 70 }),
      ),
    )
    await sumAll()
    // As no reading says: so it is seen which is asked.
    await owner.query('update readings set value = 99 where device_id = $1', [deviceId])
    const of = async () =>
      new Set(
        (await graph(['heartRate'], today - 30 * DAY_MS, today - 10 * DAY_MS - 1)).samples.map(
          ([, value]) => value,
        ),
      )
    expect(await of()).toEqual(new Set([70]))
    await store([message(today - 20 * DAY_MS + 1, { heartRate: 98 })])
    expect(await of()).toEqual(new Set([70, 98, 99]))
    await sumAll()
    expect(await of()).toEqual(new Set([70, 98, 99]))
    await owner.query("update reading_days_known set graphs = '{}'")
    expect(await of()).toEqual(new Set([98, 99]))
  })

  it('is read from its readings by the statement of docs/operations.md, and from days that are summed anew after it', async () => {
    const times = Array.from({ length: 960 }, (_, n) => today - DAYS * DAY_MS + n * 3_600_000)
    await store(times.map((time) => message(time, { heartRate: 70 })))
    await sumAll()
    // Past ingest, which names no day: one day is gone, the others are others.
    const gone = today - 20 * DAY_MS
    await owner.query('delete from readings where device_id = $1 and time >= $2 and time < $3', [
      deviceId,
      new Date(gone),
      new Date(gone + DAY_MS),
    ])
    await owner.query('update readings set value = 99 where device_id = $1', [deviceId])
    const all = async () => (await graph(['heartRate'], today - 30 * DAY_MS, today - 10 * DAY_MS - 1)).samples
    expect(new Set((await all()).map(([, value]) => value))).toEqual(new Set([70]))
    await owner.query("update reading_days_known set graphs = '{}'")
    const fromReadings = await all()
    expect(new Set(fromReadings.map(([, value]) => value))).toEqual(new Set([99]))
    expect(fromReadings).toHaveLength(19 * 24)
    await sumAll()
    // As no reading says: so it is seen which is asked.
    await owner.query('update readings set value = 55 where device_id = $1', [deviceId])
    expect(await all()).toEqual(fromReadings)
  })

  it('says when it lay off the wrist as its readings do, whatever of it is summed', async () => {
    const off = [
      [30.2, 29.9],
      [12.5, 12.4],
      [3.1, 3],
    ] as const
    const ago = (time: number): number => (today - time) / DAY_MS
    const worn = (time: number): number =>
      off.some(([from, to]) => ago(time) <= from && ago(time) > to) ? 0 : 1
    const times = Array.from({ length: 2_000 }, (_, n) => today - DAYS * DAY_MS + n * 1_700_000)
    await store(
      times
        .filter((time) => time < Date.now())
        .map((time) => message(time, { wearing: worn(time), steps: Math.floor(ago(time)) % 2 })),
    )
    await owner.query(
      'insert into device_events (device_id, time, type, received_at) select $1, t, k, t from unnest($2::timestamptz[], $3::text[]) as happened (t, k)',
      [
        deviceId,
        [35, 34.99, 1.5, 1.4].map((days) => new Date(today - days * DAY_MS)),
        ['OFF_WRIST', 'ON_WRIST', 'OFF_WRIST', 'ON_WRIST'],
      ],
    )
    const spans = (from: number, to: number) =>
      offWristIn(facts, { deviceId, from: new Date(from), to: new Date(to) })
    const compare = async (): Promise<number[]> => {
      const found: number[] = []
      for (const [from, to] of [
        [40, -1],
        [34.995, 6],
        [34.9, 3.05],
        [29.8, 1.45],
        [29.8, 1.8],
        [12.45, 0],
      ] as const) {
        const asked = [today - from * DAY_MS, today - to * DAY_MS] as const
        const summed = await spans(...asked)
        await owner.query("update reading_days_known set graphs = '{}'")
        expect(summed).toEqual(await spans(...asked))
        await owner.query('update reading_days_known set graphs = $1', [graphKeys])
        found.push(summed.length)
      }
      return found
    }
    await sumAll()
    expect(await compare()).toEqual([5, 3, 3, 3, 2, 3])
    // One that came late, before any other.
    await store([message(today - 37 * DAY_MS + 7, { wearing: 0 })])
    expect((await compare())[0]).toBe(6)
    await sumAll()
    expect((await compare())[0]).toBe(6)
    // One that never did.
    deviceId = (await createDevice(database.db)).id
    await store(times.filter((time) => time < Date.now()).map((time) => message(time, { wearing: 1 })))
    expect(await compare()).toEqual([0, 0, 0, 0, 0, 0])
  })
})
