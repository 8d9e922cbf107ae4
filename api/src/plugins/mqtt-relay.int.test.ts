import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const socketUrl = () => `${harness.api.url.replace('http', 'ws')}/mqtt`

it('carries a stock MQTT client over WebSocket to the broker and back', async () => {
  const client = await connectAsync(socketUrl(), { protocolVersion: 4 })
  const received: Buffer[] = []
  client.on('message', (_topic, payload) => received.push(payload))
  await client.subscribeAsync('echo', { qos: 1 })
  const large = Buffer.alloc(200_000, 7)
  for (let message = 0; message < 20; message++) await client.publishAsync('echo', large, { qos: 1 })
  await until('all twenty are back', () => received.length === 20)
  expect(received.every((payload) => payload.equals(large))).toBe(true)
  await client.endAsync()
})

it('ends the line to the broker when the device goes', async () => {
  // The api's own line alone: whoever was there before has gone.
  await expect.poll(() => harness.broker.connectedClients).toBe(1)
  const client = await connectAsync(socketUrl(), { protocolVersion: 4, reconnectPeriod: 0 })
  expect(harness.broker.connectedClients).toBe(2)
  client.stream.destroy()
  await expect.poll(() => harness.broker.connectedClients).toBe(1)
})

it('does not carry more than a packet may hold', async () => {
  const socket = new WebSocket(socketUrl(), 'mqtt')
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('open', () => socket.send(Buffer.alloc(600 * 1024)))
  socket.on('error', () => {})
  expect([1006, 1009]).toContain(await closed)
})

it('asks to try again later while the broker is away', async () => {
  const lonely = await startHarness({ MQTT_URL: 'mqtt://127.0.0.1:1' })
  const socket = new WebSocket(`${lonely.api.url.replace('http', 'ws')}/mqtt`, 'mqtt')
  const code = await new Promise((resolve) => socket.on('close', resolve))
  expect([1013, 1006]).toContain(code)
  expect((await fetch(`${lonely.api.url}/api/health/live`)).status).toBe(200)
  expect((await fetch(`${lonely.api.url}/api/health/ready`)).status).toBe(503)
  await lonely.close()
})
