import type { Decoded } from '@carewatch/devices/codec'
import { nothingDecoded } from '@carewatch/devices/codec'
import { watchIw } from '@carewatch/devices/watch-iw/protocol'
import { createDevice } from '@carewatch/migrations/factories'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createIngest, type Ingest } from '../ingest.ts'
import type { Uplink } from '../uplink.ts'
import { createCellTable } from './cell-table.ts'
import { createLastPlaces } from './last-places.ts'
import { createResolving } from './locate.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000

let database: Awaited<ReturnType<typeof testDatabase>>
let db: pg.Pool
let owner: pg.Pool
beforeAll(async () => {
  database = await testDatabase()
  db = openTimescale(asService(database.url, 'broker'), 2)
  owner = openTimescale(database.url, 1)
  await owner.query(`insert into mobile_cells (mcc, mnc, lac, cid, radio, lat, lng, range_m, samples, updated_at) values
    (425, 1, 9520, 3671, 'GSM', 32.08, 34.78, 1500, 400, now()),
    (425, 1, 9520, 3671, 'LTE', 10, 10, 900, 2, now()),
    (425, 2, 9520, 3671, 'GSM', 31, 35, 1500, 400, now())`)
})
afterAll(async () => {
  await Promise.all([db.end(), owner.end()])
  await database.drop()
})

const uplinkOf = (deviceId: number, text = ''): Uplink => ({
  source: { deviceId, deviceUuid: '', format: 'watch-iw' },
  topic: '',
  leaf: '',
  payload: Buffer.from(text),
  receivedAt: noon,
})
const pool = () => ({ db, place: vi.fn<(uplink: Uplink, position: Decoded['positions'][number]) => void>() })
const received = (more: Partial<Decoded> = {}): Decoded => ({
  ...nothingDecoded(),
  cells: { time: noon, cells: [{ mcc: 425, mnc: 1, lac: 9520, cid: 3671, signal: 20 }] },
  ...more,
})

it('a watch that hears cells alone is placed by the table, at the time when it heard them', async () => {
  const { id } = await createDevice(database.db)
  const ingest = createIngest({
    db,
    wake: () => {},
    publishLive: () => {},
    onRejected: () => {},
    onRetry: (error) => {
      throw error
    },
  })
  const text = 'IWAP02,zh_cn,0,1,425,1,9520|3671|13,0,#'
  const { decoded } = watchIw.read(Buffer.from(text), { receivedAt: noon, utcOffsetMinutes: 0 })
  await ingest.take(uplinkOf(id, text), decoded)
  const stored = () =>
    db.query('select time, lat, lng, accuracy_m as "accuracyM", source from positions where device_id = $1', [
      id,
    ])
  await expect.poll(async () => (await stored()).rows).toHaveLength(1)
  const [row] = (await stored()).rows
  expect(row).toMatchObject({ time: new Date(noon), accuracyM: 1_500, source: 'CELL' })
  expect(row).toMatchObject({ lat: expect.closeTo(32.08, 4), lng: expect.closeTo(34.78, 4) })
  await ingest.close()
})

describe('a watch is not looked up', () => {
  const look = async (
    uplink: Uplink,
    decoded: Decoded,
    resolvers = [createCellTable(db)],
  ): Promise<number> => {
    const { place } = pool()
    const onError = (error: Error): void => {
      throw error
    }
    await createResolving({ db, resolvers, lastPlaces: createLastPlaces(), place, onError })(uplink, decoded)
    return place.mock.calls.length
  }
  const fixed = async (minutes: number, source: string): Promise<number> => {
    const { id } = await createDevice(database.db)
    await owner.query(
      'insert into positions (device_id, time, lat, lng, source) values ($1, $2, 32, 34, $3)',
      [id, new Date(noon + minutes * MINUTE), source],
    )
    return id
  }

  it.each([
    [-9, 'GPS', 0],
    [9, 'GPS', 0],
    [-11, 'GPS', 1],
    [11, 'GPS', 1],
    [-9, 'WIFI', 1],
  ])('beside what satellites said: %i minutes from it by %s', async (minutes, source, placed) => {
    expect(await look(uplinkOf(await fixed(minutes, source)), received())).toBe(placed)
  })

  it('where it says a place itself, or hears what nobody knows', async () => {
    const { id } = await createDevice(database.db)
    expect(await look(uplinkOf(id), received())).toBe(1)
    const position = { time: noon, lat: 1, lng: 1, accuracyM: null, source: 'GPS' } as const
    expect(await look(uplinkOf(id), received({ positions: [position] }))).toBe(0)
    const other = { mcc: 425, mnc: 1, lac: 9520, cid: 3672 }
    expect(await look(uplinkOf(id), received({ cells: { time: noon, cells: [other] } }))).toBe(0)
    expect(await look(uplinkOf(id), nothingDecoded())).toBe(0)
  })

  it('by a second resolver where the first knows', async () => {
    const { id } = await createDevice(database.db)
    const asked: string[] = []
    const resolver = (name: string, knows: boolean) => async () => {
      asked.push(name)
      return knows ? ({ lat: 1, lng: 1, accuracyM: 500, source: 'WIFI' } as const) : undefined
    }
    const resolvers = [resolver('first', false), resolver('second', true), resolver('third', true)]
    expect(await look(uplinkOf(id), received(), resolvers)).toBe(1)
    expect(asked).toEqual(['first', 'second'])
  })
})

it('what fails is said and stops nobody', async () => {
  const { id } = await createDevice(database.db)
  const { place } = pool()
  const onError = vi.fn<(error: Error) => void>()
  const resolvers = [() => Promise.reject(new Error('broken'))]
  await createResolving({ db, resolvers, lastPlaces: createLastPlaces(), place, onError })(
    uplinkOf(id),
    received(),
  )
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('broken'))
})

describe('in the intake', () => {
  const running: Ingest[] = []
  let six: pg.Pool
  let watching: pg.Pool
  beforeAll(() => {
    six = openTimescale(asService(database.url, 'broker'), 6)
    watching = openTimescale(database.url, 1)
  })
  afterAll(async () => {
    await Promise.all(running.map((one) => one.close()))
    await Promise.all([six.end(), watching.end()])
  })
  const started = (): Ingest => {
    const ingest = createIngest({
      db: six,
      wake: () => {},
      publishLive: () => {},
      onRejected: () => {},
      onRetry: (error) => {
        throw error
      },
    })
    running.push(ingest)
    return ingest
  }
  const at = (time: number, cid = 3671): Decoded =>
    received({ cells: { time, cells: [{ mcc: 425, mnc: 1, lac: 9520, cid }] } })
  const fix = (time: number): Decoded['positions'][number] => ({
    time,
    lat: 32.2,
    lng: 34.8,
    accuracyM: 8,
    source: 'GPS',
  })
  const timesOf = async (deviceId: number) => {
    const { rows } = await six.query<{ minutes: number; source: string }>(
      `select (extract(epoch from time - $2::timestamptz) / 60)::float8 as minutes, source from positions where device_id = $1 order by time`,
      [deviceId, new Date(noon)],
    )
    return rows.map(({ minutes, source }) => `${minutes} ${source}`)
  }
  /** Another watch that is looked up after all that came before: one at a time asks the database. */
  async function lookedUp(ingest: Ingest): Promise<void> {
    const { id } = await createDevice(database.db)
    await ingest.take(uplinkOf(id), at(noon))
    await expect.poll(() => timesOf(id)).toEqual(['0 CELL'])
  }

  it.each(['mobile_cells', 'home_networks'])(
    'a call for help is committed while %s answers nobody',
    async (table) => {
      const ids = await Promise.all(
        Array.from(
          { length: 12 },
          async () => (await createDevice(database.db, { homeLat: 32, homeLng: 34 })).id,
        ),
      )
      const ingest = started()
      const held = async () =>
        (
          await watching.query(
            `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rows[0].count
      await owner.query(`begin; lock table ${table} in access exclusive mode`)
      const networks = { time: noon, bssids: ['74da38000001', '74da38000002'] }
      for (const id of ids)
        void ingest.take(uplinkOf(id), { ...at(noon), ...(table === 'home_networks' && { networks }) })
      await expect.poll(held).toBeGreaterThan(0)
      const sos: Decoded = { ...nothingDecoded(), events: [{ type: 'SOS', time: noon }] }
      await ingest.take(uplinkOf(ids[11] ?? 0), sos)
      expect(await held()).toBe(1)
      await owner.query('rollback')
      await expect
        .poll(async () => (await Promise.all(ids.map(timesOf))).flat())
        .toEqual(ids.map(() => '0 CELL'))
    },
  )

  it('what a watch says after a silence places it where it is now', async () => {
    const { id } = await createDevice(database.db)
    const ingest = started()
    for (let ago = 100; ago >= 0; ago--) void ingest.take(uplinkOf(id), at(noon - ago * 15 * MINUTE))
    await expect.poll(() => timesOf(id)).toContain('0 CELL')
  })

  it.each([
    ['before', 1],
    ['after', -1],
  ])('a fix that comes %s it is not covered by a cell, though it is not yet committed', async (_, order) => {
    const { id } = await createDevice(database.db)
    const ingest = started()
    const both = [{ ...nothingDecoded(), positions: [fix(noon)] }, at(noon + 1_000)]
    const takes = (order > 0 ? both : both.toReversed()).map((decoded) => ingest.take(uplinkOf(id), decoded))
    await Promise.all(takes)
    await lookedUp(ingest)
    expect(await timesOf(id)).toEqual(['0 GPS'])
  })

  it('a watch that lies still is stored every quarter of an hour, and at once where it was elsewhere meanwhile', async () => {
    const { id } = await createDevice(database.db)
    const ingest = started()
    const place = async (decoded: Decoded): Promise<void> => {
      await ingest.take(uplinkOf(id), decoded)
      await lookedUp(ingest)
    }
    for (const minute of [0, 5, 14, 15, 20]) await place(at(noon + minute * MINUTE))
    expect(await timesOf(id)).toEqual(['0 CELL', '15 CELL'])
    await place({ ...nothingDecoded(), positions: [fix(noon + 1 * MINUTE)] })
    await place(at(noon + 25 * MINUTE))
    expect(await timesOf(id)).toEqual(['0 CELL', '1 GPS', '15 CELL', '25 CELL'])
  })
})
