import type { Decoded } from '@carewatch/devices/codec'
import { nothingDecoded } from '@carewatch/devices/codec'
import { watchIw } from '@carewatch/devices/watch-iw/protocol'
import { createDevice } from '@carewatch/migrations/factories'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createIngest } from '../ingest.ts'
import type { Uplink } from '../uplink.ts'
import { createCellTable } from './cell-table.ts'
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
    await createResolving({ db, resolvers, place, onError })(uplink, decoded)
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

  it('where it says a place itself, or is not known to be itself, or hears what nobody knows', async () => {
    const { id } = await createDevice(database.db)
    expect(await look(uplinkOf(id), received())).toBe(1)
    const position = { time: noon, lat: 1, lng: 1, accuracyM: null, source: 'GPS' } as const
    expect(await look(uplinkOf(id), received({ positions: [position] }))).toBe(0)
    expect(await look({ ...uplinkOf(id), isUnproven: true }, received())).toBe(0)
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

it('what fails is said and stops nobody, and the same watch is looked up once at a time', async () => {
  const { id } = await createDevice(database.db)
  const { place } = pool()
  const onError = vi.fn<(error: Error) => void>()
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<undefined>()
  const resolver = vi.fn<() => Promise<undefined>>(() => {
    asked.resolve()
    return held.promise
  })
  const resolve = createResolving({ db, resolvers: [resolver], place, onError })
  const first = resolve(uplinkOf(id), received())
  await asked.promise
  await resolve(uplinkOf(id), received())
  held.reject(new Error('broken'))
  await first
  expect(resolver).toHaveBeenCalledTimes(1)
  expect(onError).toHaveBeenCalledTimes(1)
  await resolve(uplinkOf(id), received())
  expect(resolver).toHaveBeenCalledTimes(2)
})
