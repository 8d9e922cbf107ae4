import { createDevice } from '@carewatch/migrations/factories'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, openNode, SOON, startBrokerHarness } from './testing.ts'

const MINUTE = 60_000

describe('a broker that is told to end', () => {
  let harness: BrokerHarness
  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterAll(() => harness.close())

  it('sends its watches away a few at a time, acknowledges what it stored, and none of them looks gone', async () => {
    const node = await openNode(harness.databaseUrl, { DRAIN_SECONDS: '1' })
    const left: number[] = []
    const acknowledged: number[] = []
    const watches = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const device = await createDevice(harness.db)
        const { imei: username, password } = device
        const client = await connectAsync(`mqtt://127.0.0.1:${node.port}`, {
          username,
          password,
          reconnectPeriod: 0,
        })
        client.on('close', () => left.push(performance.now()))
        return { ...device, client }
      }),
    )
    const ids = watches.map(({ id }) => id)
    const online = async () =>
      (await harness.sql.query('select from device_status where online and device_id = any($1)', [ids]))
        .rowCount
    await vi.waitFor(async () => expect(await online()).toBe(20), SOON)

    let isOver = false
    let last = Date.now() - MINUTE * 60
    const sending = watches.map(async ({ id, imei, client }) => {
      while (!isOver && client.connected) {
        const reading = JSON.stringify({ time: (last += 10), heartRate: 72 })
        const read = await client.publishAsync(`watch/${imei}/readings`, reading, { qos: 1 }).then(
          () => true,
          () => false,
        )
        if (read) acknowledged.push(id)
      }
    })
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(100), SOON)
    await node.close()
    isOver = true
    for (const { client } of watches) client.end(true)
    await Promise.all(sending)
    // Over 600 ms; only a database that stands still for most of them brings the first groups near the last.
    expect(Math.max(...left) - Math.min(...left)).toBeGreaterThan(100)
    const [stored] = (
      await harness.sql.query<{ count: number }>(
        'select count(*)::int from readings where device_id = any($1)',
        [ids],
      )
    ).rows
    expect(stored?.count).toBeGreaterThanOrEqual(acknowledged.length)
    expect(await online()).toBe(20)
  })
})
