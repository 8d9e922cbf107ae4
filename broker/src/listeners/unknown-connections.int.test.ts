import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPorts } from '@carewatch/launcher/topology/ports'
import { createDevice } from '@carewatch/migrations/factories'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../proxy/testing.ts'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

describe.skipIf(process.platform !== 'linux')('connections that nobody knows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-unknown-'))
  const sockets: Socket[] = []
  const clients: MqttClient[] = []
  let harness: BrokerHarness
  let at: { mqtts: number; metrics: number }

  beforeAll(async () => {
    const ports = createPorts()
    at = { mqtts: await ports.next(), metrics: await ports.next() }
    const env = { MQTTS_PORT: String(at.mqtts), METRICS_PORT: String(at.metrics) }
    harness = await startBrokerHarness({ ...makeCertificate(folder), ...env })
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    for (const client of clients) await client.endAsync(true)
    await harness.close()
    rmSync(folder, { recursive: true })
  })

  const open = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }
  const counted = async (): Promise<string | undefined> => {
    const text = await (await fetch(`http://127.0.0.1:${at.metrics}/metrics`)).text()
    return /^carewatch_unknown_connections(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1]
  }

  it('are counted while they are not signed in, at every door', async () => {
    for (const url of [`mqtt://127.0.0.1:${harness.port}`, `mqtts://127.0.0.1:${at.mqtts}`]) {
      const { imei: username, password } = await createDevice(harness.db)
      clients.push(await connectAsync(url, { username, password, rejectUnauthorized: false }))
    }
    const { imei } = await createDevice(harness.db, { deviceModel: 'Vivistar VL16P' })
    const watch = await open(harness.watchPort)
    watch.write(`IWAP00${imei},8900000000000000001,425010123456789#`)
    await once(watch, 'data')
    await expect.poll(counted, SOON).toBe('0')

    for (const port of [harness.port, harness.watchPort, at.mqtts]) await open(port)
    await expect.poll(counted, SOON).toBe('3')
    // The beginning of a handshake that goes no further.
    ;(await open(at.mqtts)).write(Buffer.from([0x16, 3, 1, 2, 0]))
    await expect.poll(counted, SOON).toBe('4')
    for (const socket of sockets.slice(1)) socket.destroy()
    await expect.poll(counted, SOON).toBe('0')
  })
})
