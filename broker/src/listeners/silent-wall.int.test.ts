import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

/** Of which 2,000 may stay: each takes two of the file descriptors that a machine gives a process. */
const WALL = 2_200
const AT_ONCE = 200

describe('a wall of connections that say nothing', () => {
  let harness: BrokerHarness
  const open: Socket[] = []
  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterAll(async () => {
    for (const socket of open) socket.destroy()
    await harness.close()
  })

  async function silentWatch(): Promise<void> {
    const socket = connect(harness.watchPort, '127.0.0.1')
    // It is cut without a word, or its door was full for a moment.
    socket.on('error', () => {}).resume()
    open.push(socket)
    await once(socket, 'connect')
  }
  const eventsOf = async (deviceId: number) =>
    (
      await harness.sql.query<{ type: string }>('select type from device_events where device_id = $1', [
        deviceId,
      ])
    ).rows

  it('is bounded, and whoever speaks behind the same address is heard at both doors', async () => {
    // Where watches are waited for the longest: what is cut before that, the bound has cut.
    for (let at = 0; at < WALL; at += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, silentWatch))
    await expect
      .poll(() => open.filter(({ closed }) => closed).length, SOON)
      .toBeGreaterThanOrEqual(WALL - 2_000)
    expect(open.filter(({ closed }) => !closed).length).toBeGreaterThan(1_500)

    const { id, imei, password } = await createDevice(harness.db)
    const watch = await connectAsync(`mqtt://127.0.0.1:${harness.port}`, { username: imei, password })
    await watch.publishAsync(`watch/${imei}/event`, JSON.stringify({ type: 'SOS' }), { qos: 1 })
    await watch.endAsync()
    await expect.poll(() => eventsOf(id), SOON).toEqual([{ type: 'SOS' }])

    const plain = await createDevice(harness.db, { deviceModel: 'Vivistar VL16P' })
    const socket = connect(harness.watchPort, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.write(`IWAP00${plain.imei},8900000000000000001,425010123456789#`)
    await expect.poll(() => received, SOON).toMatch(/^IWBP00,/)
    // More silent ones come, and it stays.
    await Promise.all(Array.from({ length: AT_ONCE }, silentWatch))
    socket.write(
      `IWAP10080524A2232.9806N11404.9355E000.1061830323.8706000908000102,460,0,9520,3671,00,zh-cn,00#`,
    )
    expect(socket.closed).toBe(false)
    socket.destroy()
  })
})
