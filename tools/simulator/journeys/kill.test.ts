import { setTimeout as wait } from 'node:timers/promises'
import type { Part } from '@carewatch/launcher/part'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCluster } from './cluster.ts'
import { newWatches, published, startLoad, STORED } from './watches.ts'
import { within } from './within.ts'
import { startProduct, type Product } from './product.ts'

/** Each kind of kill twice; `test:all` has the patience for more. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (process.env.TEST_ALL === 'true' ? 20 : 10))
const WATCHES = 50
const EVERY_MS = 100
const SOS_A_ROUND = 3

let cluster: Awaited<ReturnType<typeof openCluster>>
let product: Product
beforeAll(async () => {
  cluster = await openCluster()
  product = await startProduct(cluster.url)
})
afterAll(async () => {
  await product.close()
  await cluster.close()
})

it(
  `loses nothing acknowledged and doubles nothing in ${ROUNDS} kills under 500 readings a second`,
  { timeout: 240_000 },
  async () => {
    const watches = await newWatches(product, WATCHES)
    const callers = await newWatches(product, ROUNDS * SOS_A_ROUND)
    const calls: Promise<unknown>[] = []
    const load = startLoad(watches, EVERY_MS)
    const { broker, rulesEngine, api } = product.parts
    const killPart = (part: Part) => async () => {
      await expect.poll(part.pid, { timeout: 10_000 }).toBeDefined()
      process.kill(part.pid() ?? 0, 'SIGKILL')
    }
    // Whatever was acknowledged while the database stood still is gone with the broker.
    const freezeAndKill = async () => {
      cluster.freeze()
      await wait(300)
      await killPart(broker)()
      cluster.thaw()
    }
    const kill = [
      killPart(broker),
      killPart(rulesEngine),
      killPart(api),
      cluster.killAndRestart,
      freezeAndKill,
    ]

    for (let round = 0; round < ROUNDS; round++) {
      const callersNow = callers.slice(round * SOS_A_ROUND, (round + 1) * SOS_A_ROUND)
      for (const [index, { imei, client }] of callersNow.entries()) {
        const event = JSON.stringify({ time: Date.now(), type: 'SOS' })
        // Just before the kill, at its moment, and while the part is down.
        calls.push(wait(index * 20).then(() => published(client, `watch/${imei}/event`, event)))
      }
      await wait(10 + ((round * 7) % 40))
      await kill[round % kill.length]?.()
      await wait(1_500)
    }
    await within(60_000, Promise.all(calls), () => 'an SOS was never acknowledged')
    const sent = await load.finish()
    expect(load.acknowledged.size).toBe(sent)

    const client = new pg.Client(cluster.url)
    await client.connect()
    const { rows } = await client.query<{ key: string }>(STORED, [watches.map(({ id }) => id)])
    const stored = new Set(rows.map(({ key }) => key))
    expect([...load.acknowledged].filter((key) => !stored.has(key))).toEqual([])
    expect(rows.length).toBe(stored.size)

    const pendingEvaluations = async () =>
      (await client.query('select count(*)::int from pending_evaluations')).rows[0]?.count
    await expect.poll(pendingEvaluations, { timeout: 60_000 }).toBe(0)
    const alarms = await client.query(
      `select a.device_id as "deviceId", count(*)::int as alarms, max(a.count)::int as presses, count(t.id)::int as tasks
     from alarms a left join tasks t on t.alarm_id = a.id where a.kind = 'SOS' group by 1 order by 1`,
    )
    await client.end()
    const expected = callers.map(({ id }) => ({ deviceId: id, alarms: 1, presses: 1, tasks: 1 }))
    expect(alarms.rows).toEqual(expected.toSorted((one, other) => one.deviceId - other.deviceId))
    await Promise.all([...watches, ...callers].map(({ client: one }) => one.endAsync(true)))
  },
)
