import { randomUUID } from 'node:crypto'
import { emptyDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import * as before from './testing/version-before.ts'

/** The last step of the version that had the tables by their former names. */
const LAST_BEFORE = '0023_limits_filled.sql'
const DEVICE = `insert into devices (imei, name, device_model, credential_hash) values ($1, $1, 'native', '') returning id`
const NOON = Date.parse('2026-11-23T12:00:00Z')

/** What this version asks, by the names of now. */
const now = Object.fromEntries(
  Object.entries(before).map(([name, text]) => [
    name,
    text.replaceAll(/\bunjudged\b/g, 'pending_evaluations').replaceAll(/\bfront_doors\b/g, 'broker_nodes'),
  ]),
) as typeof before

/** A database as the version before left it, with connections that have worked on it. */
async function installation() {
  const database = await emptyDatabase()
  await migrate(database.url, { until: LAST_BEFORE })
  const clients: pg.Client[] = []
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(database.url)
    clients.push(client)
    await client.connect()
    return client
  }
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.end()))
    await database.drop()
  }
  return { url: database.url, connect, close }
}

/** A reading and, where somebody calls for help, that call: the values that a broker stores them with. */
const batch = (deviceId: number, second: number, isCall = false): unknown[] => {
  const time = new Date(NOON + second * 1_000)
  const readings = [[deviceId], [1], [time], [72], 1, Buffer.from([second % 256])]
  const events = isCall ? [[deviceId], [time], ['SOS'], [time]] : [[], [], [], []]
  return [...readings, [], [], [], [], [], [], ...events, NOON]
}

/** By name, as brokers ask: such a statement outlives the step. */
const store = (client: pg.Client, values: unknown[]) =>
  client.query<{ urgent: boolean }>({ name: 'store-new', text: before.STORE_NEW, values })

const idsOf = async (client: pg.Client, text: string, values: unknown[] = []): Promise<number[]> =>
  (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id))

describe('tables that took other names', () => {
  let place: Awaited<ReturnType<typeof installation>>
  /** A broker and an engine of the version before, connected since before the step; and one of this version. */
  let broker: pg.Client
  let engine: pg.Client
  let client: pg.Client
  let watch: number
  const reader = `reader_${randomUUID().replaceAll('-', '')}`
  const kept: Record<string, unknown> = {}

  /** Rights of others than the parts, whose rights and rows each run of the steps sets; of triggers those of then. */
  const SHAPE = `
select reloptions as options,
  (select array_agg(acl::text) from unnest(relacl) acl where acl::text not like 'carewatch\\_%') as acl,
  (select attstorage from pg_attribute where attrelid = c.oid and attname = 'readings') as storage,
  (select count(*)::int from pg_trigger where tgrelid = c.oid and tgname <> 'pending_evaluations_kept') as triggers
from pg_class c where oid = any($1::regclass[]) order by relname`
  const shapeOf = async (...tables: string[]) => (await client.query(SHAPE, [tables])).rows

  beforeAll(async () => {
    place = await installation()
    ;[broker, engine, client] = [await place.connect(), await place.connect(), await place.connect()]
    await client.query(`create role ${reader}; grant select on unjudged to ${reader}`)
    watch = (await idsOf(client, DEVICE, ['350000000000001']))[0] ?? 0
    await store(broker, batch(watch, 1))
    await store(broker, batch(watch, 2, true))
    kept.nodes = [
      ...(await idsOf(broker, before.REGISTER)),
      ...(await idsOf(client, 'insert into front_doors default values returning id')),
    ]
    kept.rows = (await client.query('select * from unjudged order by id')).rows
    kept.shape = await shapeOf('front_doors', 'unjudged')
    // Planned, as an engine has it planned; nothing waits by this id.
    await engine.query({ name: 'take-one', text: before.TAKE_ONE, values: [0] })
    await migrate(place.url)
  })
  afterAll(async () => {
    await client.query(`drop owned by ${reader}; drop role ${reader}`)
    await place.close()
  })

  it('keep their rows, numbers, settings, rights and triggers, and nothing of theirs bears a former word', async () => {
    const rows = (await client.query('select * from pending_evaluations order by id')).rows
    // Beside what later steps added.
    expect(rows).toMatchObject(kept.rows ?? [])
    expect(await idsOf(client, 'select id from broker_nodes order by id')).toEqual(kept.nodes)
    expect(await idsOf(engine, 'insert into unjudged (urgent) values (false) returning id')).toEqual([3])
    expect(await shapeOf('broker_nodes', 'pending_evaluations')).toEqual(kept.shape)
    const left = await client.query(`
      select conname as name from pg_constraint where conname ~ 'front_doors|unjudged'
      union all select tgname from pg_trigger where tgname ~ 'front_doors|unjudged'
      union all select relname from pg_class where relname ~ 'front_doors|unjudged' order by 1`)
    expect(left.rows.map(({ name }) => name)).toEqual(['front_doors', 'unjudged'])
    const { rows: rights } = await client.query(
      `select has_table_privilege($1, 'unjudged', 'select') as reads, has_table_privilege($1, 'unjudged', 'insert') as writes`,
      [reader],
    )
    expect(rights).toEqual([{ reads: true, writes: false }])
  })

  it('take a call for help of a broker of the version before, and wake the rules with it', async () => {
    await client.query('delete from pending_evaluations; listen urgent_committed')
    const woken = new Promise<string>((resolve) =>
      client.once('notification', ({ channel }) => resolve(channel)),
    )
    expect((await store(broker, batch(watch, 3, true))).rows).toEqual([{ urgent: true }])
    expect(await woken).toBe('urgent_committed')
    // Sent again, with one that is new: the first statement fails, and the second stores what is new.
    await expect(store(broker, batch(watch, 3, true))).rejects.toThrow('duplicate key')
    const repeat = await broker.query(before.STORE_WITH_REPEATS, batch(watch, 3, true))
    expect(repeat.rows).toEqual([])
    await broker.query(before.STORE_WITH_REPEATS, batch(watch, 4))
    const { rows } = await client.query(
      'select urgent, readings, jsonb_array_length(events) as events, tries, begun_by as "begunBy" from pending_evaluations order by id',
    )
    const none = { tries: 0, begunBy: null }
    expect(rows).toEqual([
      { urgent: true, readings: Buffer.from([3]), events: 1, ...none },
      { urgent: false, readings: Buffer.from([4]), events: null, ...none },
    ])
  })

  it('take what gateways scan', async () => {
    await client.query('delete from pending_evaluations')
    const [gatewayId] = await idsOf(
      client,
      "insert into gateways (name, mac) values ('g', 'ac233fc00001') returning id",
    )
    const [beaconId] = await idsOf(
      client,
      "insert into beacons (name, mac, device_type) values ('b', 'c30000000001', 'DOOR') returning id",
    )
    const change = {
      gatewayId,
      beaconId,
      kind: 'door',
      value: true,
      time: NOON,
      since: NOON,
      receivedAt: NOON,
    }
    const values = [[], [], [], [], [], [], [], [], JSON.stringify([{ ...change, isCry: false }])]
    expect((await broker.query(before.STORE_SCANS, values)).rows).toEqual([{ urgent: false }])
    const { rows } = await client.query(`select room_facts -> 0 ->> 'kind' as kind from pending_evaluations`)
    expect(rows).toEqual([{ kind: 'door' }])
  })

  it.each([
    ['an engine of the version before and one of this', before.TAKE, now.TAKE],
    ['an engine of this version and one of the version before', now.TAKE, before.TAKE],
  ])('are claimed once by %s', async (_name, first, second) => {
    await client.query('delete from pending_evaluations')
    for (const n of [1, 2, 3])
      await client.query('insert into pending_evaluations (urgent, stored) values (false, $1)', [`[${n}]`])
    const ids = await idsOf(client, 'select id from pending_evaluations order by id')
    await engine.query('begin')
    await client.query('begin')
    const taken = await idsOf(engine, first, [false, 1])
    const others = await idsOf(client, second, [false, 2])
    await engine.query('rollback')
    await client.query('commit')
    expect([taken, others]).toEqual([ids.slice(0, 1), ids.slice(1)])
    expect((await engine.query(first, [false, 9])).rows).toEqual([
      {
        id: String(ids[0]),
        readings: null,
        stored: [1],
        events: null,
        positions: null,
        roomFacts: null,
      },
    ])
  })

  it('keep what one version found of a poison batch for the other', async () => {
    await client.query('delete from pending_evaluations; delete from rejected_messages')
    await client.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
      JSON.stringify([{ type: 'SOS' }, { type: 'FALL' }]),
    ])
    const [id] = await idsOf(client, 'select id from pending_evaluations')
    const triesOf = async () =>
      (await client.query('select tries, begun_by as "begunBy" from pending_evaluations')).rows[0]
    await engine.query(before.COUNT_TRIES, [true])
    expect(await triesOf()).toMatchObject({ tries: 1 })
    await engine.query(before.MARK_POISON, [true, 8])
    const mine = randomUUID()
    expect((await engine.query(before.NEXT, [true, 0, mine])).rows).toEqual([{ id: String(id), tries: 3 }])
    expect((await client.query(now.NEXT, [true, 0, randomUUID()])).rows).toEqual([
      { id: String(id), tries: 4 },
    ])
    await engine.query(before.RELEASE, [id])
    expect(await triesOf()).toEqual({ tries: 4, begunBy: null })
    await engine.query(before.MOVE_TO_DEAD_LETTERS, [id, 'cannot be evaluated'])
    // Each call is tried once more, by itself.
    expect(await idsOf(client, 'select id from pending_evaluations where tries = 3')).toHaveLength(2)
    expect((await client.query('select from rejected_messages')).rowCount).toBe(1)
    const [one] = await idsOf(engine, 'select id from unjudged order by id limit 1')
    const alone = await engine.query({ name: 'take-one', text: before.TAKE_ONE, values: [one] })
    expect(alone.rows).toMatchObject([{ id: String(one), events: [{ type: 'SOS' }] }])
    expect((await engine.query(before.BACKLOG)).rows).toMatchObject([
      { name: 'batches', group: 'urgent', waiting: 1 },
    ])
    expect((await engine.query(before.WAITING)).rows).toMatchObject([{ pending: 1 }])
    expect((await engine.query(before.OLDEST)).rows).toMatchObject([{ age: expect.any(Number) }])
  })

  it('hold the leases of brokers of both versions', async () => {
    const [old = 0] = await idsOf(broker, before.REGISTER)
    const [newer = 0] = await idsOf(client, now.REGISTER)
    expect([old, newer]).toEqual([3, 4])
    await client.query("update broker_nodes set seen_at = seen_at - interval '10 seconds'")
    await broker.query(before.RENEW, [old])
    await client.query(now.RENEW, [newer])
    // Frozen for a day: its row is gone, and comes back by its own number.
    await client.query('delete from broker_nodes where id = 1')
    await broker.query(before.RENEW, [1])
    const fresh = "select id from broker_nodes where seen_at > now() - interval '5 seconds' order by id"
    expect(await idsOf(client, fresh)).toEqual([1, old, newer])

    await client.query('insert into device_status (device_id, online, door_id) values ($1, true, 2)', [watch])
    await client.query("update broker_nodes set seen_at = now() - interval '2 days' where id = 2")
    expect((await broker.query(before.SWEEP)).rows).toMatchObject([{ lastSeenAt: null }])
    await client.query('update device_status set online = true')
    expect((await client.query(now.SWEEP)).rows).toHaveLength(1)
    await broker.query(before.FORGET)
    expect(await idsOf(client, 'select id from broker_nodes order by id')).toEqual([1, old, newer])
  })
})

/** The step, before the table. */
const WAITING_STEP = `
select from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'unjudged'::regclass
  and database = (select oid from pg_database where datname = current_database())`

describe('while brokers and engines of the version before work', () => {
  let place: Awaited<ReturnType<typeof installation>>
  beforeAll(async () => {
    place = await installation()
  })
  afterAll(() => place.close())

  /** Stores, renews its lease and takes what waits until it is over. */
  async function work() {
    const [broker, engine] = [await place.connect(), await place.connect()]
    const [watch = 0] = await idsOf(broker, DEVICE, ['350000000000002'])
    const [node] = await idsOf(broker, before.REGISTER)
    const state = { stored: 0, taken: 0, isOver: false }
    const storing = async (): Promise<void> => {
      while (!state.isOver) {
        await store(broker, batch(watch, state.stored, state.stored % 3 === 0))
        state.stored++
        await broker.query(before.RENEW, [node])
      }
    }
    const taking = async (): Promise<void> => {
      for (let isUrgent = true; !state.isOver; isUrgent = !isUrgent)
        state.taken += (await idsOf(engine, before.TAKE, [isUrgent, 5])).length
    }
    const all = Promise.all([storing(), taking()])
    all.catch(() => {})
    const goesOn = async (): Promise<void> => {
      const { stored } = state
      await expect.poll(() => state.stored, { timeout: 30_000 }).toBeGreaterThan(stored + 20)
    }
    const end = async (): Promise<void> => {
      state.isOver = true
      await all
    }
    return { state, goesOn, end }
  }

  it('the step waits its turn, holds nobody up for long, and nothing is lost', async () => {
    const reader = await place.connect()
    const { state, goesOn, end } = await work()
    try {
      // Somebody looks at the table for long: a backup.
      await reader.query('begin; select from unjudged')
      const migrating = migrate(place.url)
      for (let times = 0; times < 2; times++) {
        await expect
          .poll(async () => (await reader.query(WAITING_STEP)).rowCount, { interval: 5, timeout: 30_000 })
          .toBe(1)
        await goesOn()
      }
      await reader.query('commit')
      expect((await migrating)[0]).toBe('0024_broker_nodes.sql')
      await goesOn()
    } finally {
      await end()
    }
    const left = await reader.query('select from pending_evaluations')
    expect(state.taken + (left.rowCount ?? 0)).toBe(state.stored)
  })
})
