import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { createDevice } from '@carewatch/migrations/factories'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

/** Of which 2,000 may stay: each takes two of the file descriptors that a machine gives a process. */
const WALL = 2_200
const AT_ONCE = 200

/** More than may be silent. */
const FLEET = 2_600

/** Another thread, so that they call while the broker does something else. Each says the beginning of its first word, as it comes where the line is slow, at the door where watches are waited for the longest: what is cut before that, the bound has cut. */
const CALLERS = `
const { connect } = require('node:net')
const { workerData: { port, count, called }, parentPort } = require('node:worker_threads')
let closed = 0
for (let at = 0; at < count; at++) {
  const socket = connect(port, '127.0.0.1', () => socket.write('IWAP0', () => {
    Atomics.add(called, 0, 1)
    Atomics.notify(called, 0)
  }))
  socket.on('error', () => {}).on('close', () => (closed += 1)).resume()
}
parentPort.on('message', () => parentPort.postMessage(closed))`

describe('a fleet that comes back all at once', () => {
  let harness: BrokerHarness
  let callers: Worker
  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterAll(async () => {
    await callers.terminate()
    await harness.close()
  })

  it('is cut by nobody: each has said its first word, though it was not read yet', async () => {
    const { imei } = await createDevice(harness.db, { deviceModel: 'Vivistar VL16P' })
    const called = new Int32Array(new SharedArrayBuffer(4))
    const workerData = { port: harness.watchPort, count: FLEET, called }
    callers = new Worker(CALLERS, { eval: true, workerData })
    await once(callers, 'online')
    // The broker does nothing meanwhile.
    for (let count = 0; count < FLEET; count = Atomics.load(called, 0)) Atomics.wait(called, 0, count, 20_000)

    // Who calls last is taken in last.
    const last = connect(harness.watchPort, '127.0.0.1')
    last.write(`IWAP00${imei},8900000000000000001,425010123456789#`)
    await once(last, 'data')
    last.destroy()
    const answer = once(callers, 'message')
    callers.postMessage('how many were cut')
    expect(await answer).toEqual([0])
  })
})

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
