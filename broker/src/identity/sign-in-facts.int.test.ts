import { createDevice } from '@carewatch/migrations/factories'
import { deviceProofs } from '@carewatch/migrations/schema/proof'
import { openTimescale } from '@carewatch/platform/database/client'
import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SOON } from '../testing.ts'
import { arrive } from './sign-in-facts.ts'

const HOME = '203.0.113.0/24'
const OTHER = '198.51.100.0/24'
const long = new Date('2026-01-01Z')

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: pg.Pool
let sql: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  pool = openTimescale(database.url, 4)
  sql = new pg.Client(database.url)
  await sql.connect()
})
afterAll(async () => {
  await sql.end()
  await pool.end()
  await database.drop()
})

const newWatch = (values = {}) =>
  createDevice(database.db, { deviceModel: 'Vivistar VL16P', createdAt: long, ...values })
const from = (deviceId: number, network = HOME) => ({
  deviceId,
  network,
  nodeId: 0,
  receivedAt: null,
  now: Date.now(),
})
const networksOf = async (deviceId: number) =>
  (await sql.query('select network from device_networks where device_id = $1', [deviceId])).rows

describe('the first contact of a watch', () => {
  const worn = async (deviceId: number, made: string, started: string) => {
    const wearer = `insert into wearers (first_name) values ('Ruth') returning id`
    await sql.query(
      `with wearer as (${wearer})
       insert into assignments (wearer_id, device_id, created_at, started_at) select id, $1, now() - $2::interval, now() - $3::interval from wearer`,
      [deviceId, made, started],
    )
  }
  it.each([
    ['counts from when a hand-over that was planned came true', '9 days', '1 hour', true],
    ['counts from when somebody said who wears it, whenever that began', '1 hour', '9 days', true],
    ['is over a day after it was given', '9 days', '9 days', false],
    ['does not begin with a hand-over that is only planned', '9 days', '-1 hour', false],
    ['does not begin with what was just planned', '1 hour', '-9 days', false],
  ])('%s', async (_, made, started, isProven) => {
    const { id } = await newWatch()
    await worn(id, made, started)
    expect(await arrive(pool, from(id))).toMatchObject({ isProven })
  })
})

describe('of two that come first at once', () => {
  const isHeldUp = async () =>
    (
      await sql.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount === 1
  it.each([
    ['both are the watch that comes once more', HOME, true],
    ['one is the watch where they are two', OTHER, false],
  ])('%s', async (_, network, isProven) => {
    const { id } = await newWatch({ createdAt: new Date() })
    await sql.query('begin')
    await sql.query(`insert into device_proofs (device_id, how) values ($1, 'FIRST_CONTACT')`, [id])
    await sql.query('insert into device_networks (device_id, network, known_at) values ($1, $2, now())', [
      id,
      HOME,
    ])
    const second = arrive(pool, from(id, network))
    await vi.waitFor(async () => expect(await isHeldUp()).toBe(true), SOON)
    await sql.query('commit')
    expect(await second).toMatchObject({ isProven })
  })
})

describe('a watch that another node has too', () => {
  /** Known before its networks were, and connected at a node that was silent for so long. */
  const atAnotherNode = async (silentFor: string) => {
    const { id } = await newWatch()
    await database.db.insert(deviceProofs).values({ deviceId: id, how: 'REPORTED_BEFORE' })
    const node = 'insert into broker_nodes (seen_at) values (now() - $2::interval) returning id'
    await sql.query(
      `with node as (${node}) update device_status set online = true, door_id = (select id from node), connection = 1 where device_id = $1`,
      [id, silentFor],
    )
    return id
  }

  it('is itself where that node is dead, though its rows are still there', async () => {
    const id = await atAnotherNode('16 seconds')
    expect(await arrive(pool, from(id))).toEqual({ isProven: true, isUndecided: false, otherNode: null })
  })

  it('may be itself where that node lives or has just died: it is decided when that is known', async () => {
    const id = await atAnotherNode('1 second')
    expect(await arrive(pool, from(id))).toMatchObject({ isProven: false, isUndecided: true })
    expect(await networksOf(id)).toEqual([])
    expect(await arrive(pool, from(id), true)).toMatchObject({ isProven: false, isUndecided: false })
    expect(await networksOf(id)).toEqual([{ network: HOME }])
  })
})
