import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCluster } from './cluster.ts'
import { newWatches, startLoad, STORED } from './watches.ts'
import { startProduct, type Product } from './product.ts'

const AWAY_MS = 12_000
const KEEPALIVE_S = 5
/** What the broker may grow while 100 watches wait with it. */
const MAX_GROWTH_MB = 150

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

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

it.skipIf(process.platform !== 'linux')(
  'holds its watches and its memory while the database is frozen, and catches up when it is back',
  async () => {
    const watches = await newWatches(product, 100, { keepalive: KEEPALIVE_S })
    const cut: string[] = []
    for (const { imei, client } of watches) client.on('close', () => cut.push(imei))
    const load = startLoad(watches, 200)
    await expect.poll(() => load.acknowledged.size).toBeGreaterThan(200)

    const pid = product.parts.broker.pid() ?? 0
    const before = residentMb(pid)
    cluster.freeze()
    const atFreeze = load.newest()
    await wait(AWAY_MS)
    const timeOf = (key: string): number => Number(key.slice(key.indexOf(':') + 1))
    const promisedMeanwhile = [...load.acknowledged].filter((key) => timeOf(key) > atFreeze)
    const growth = residentMb(pid) - before
    cluster.thaw()
    const sent = await load.finish()

    // What was sent before may have been committed, and its answer on its way back.
    expect(promisedMeanwhile).toEqual([])
    expect(growth).toBeLessThan(MAX_GROWTH_MB)
    expect(cut).toEqual([])
    const client = new pg.Client(cluster.url)
    await client.connect()
    const { rows } = await client.query<{ key: string }>(STORED, [watches.map(({ id }) => id)])
    await client.end()
    expect(new Set(rows.map(({ key }) => key))).toEqual(load.acknowledged)
    expect(load.acknowledged.size).toBe(sent)
    expect(rows.length).toBe(sent)
    await Promise.all(watches.map(({ client: one }) => one.endAsync(true)))
  },
)
