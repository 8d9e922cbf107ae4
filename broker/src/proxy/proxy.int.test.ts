import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { freePort } from '@carewatch/launcher/ports'
import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readEnv } from '../env.ts'
import { openMqttListeners } from '../listeners/mqtt.ts'
import { type BrokerHarness, openNode, SOON, startBrokerHarness } from '../testing.ts'
import { introduce } from './introduce.ts'
import { binary, connectPacket, makeCertificate, textual } from './testing.ts'

let strangers = 0
const stranger = (): string => `8600000000${String(10_000 + ++strangers)}`

describe('doors behind a balancer that says who calls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-proxy-'))
  const open: Socket[] = []
  let harness: BrokerHarness
  let tlsPort: number
  let node: Awaited<ReturnType<typeof openNode>>

  beforeAll(async () => {
    harness = await startBrokerHarness()
    tlsPort = await freePort()
    const tls = { ...makeCertificate(folder), MQTTS_PORT: String(tlsPort) }
    node = await openNode(harness.databaseUrl, { PROXY_PROTOCOL: 'true', ...tls })
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(async () => {
    await node.close()
    await harness.close()
    rmSync(folder, { recursive: true })
  })

  const call = async (port: number): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => {})
    open.push(socket)
    await once(socket, 'connect')
    return socket
  }
  const noted = (username: string) =>
    vi.waitFor(async () => {
      const row = await harness.one('select address, format from unregistered_devices where username = $1', [
        username,
      ])
      expect(row).toBeDefined()
      return row
    }, SOON)

  it.each([
    ['version 2', binary('203.0.113.7'), '203.0.113.7'],
    ['version 2 over IPv6', binary('2001:db8::7'), '2001:db8::7'],
    ['version 1', textual('PROXY TCP4 203.0.113.8 198.51.100.1 56324 1883'), '203.0.113.8'],
  ])('notes over MQTT who is not registered with their own address, %s', async (_, header, address) => {
    const imei = stranger()
    const socket = await call(node.port)
    socket.write(Buffer.concat([header, connectPacket(imei)]))
    expect(await noted(imei)).toMatchObject({ address })
  })

  it('the same where the header comes in pieces', async () => {
    const imei = stranger()
    const socket = await call(node.port)
    for (const byte of binary('203.0.113.9')) {
      socket.write(Buffer.from([byte]))
      await new Promise(setImmediate)
    }
    socket.write(connectPacket(imei))
    expect(await noted(imei)).toMatchObject({ address: '203.0.113.9' })
  })

  it('the same over TLS, whose hello is glued to it', async () => {
    const imei = stranger()
    const socket = await call(tlsPort)
    const [near, far] = duplexPair()
    const secure = connectTls({ socket: near, rejectUnauthorized: false }).on('error', () => {})
    const [hello] = await once(far, 'data')
    socket.write(Buffer.concat([binary('203.0.113.10'), hello]))
    far.pipe(socket).pipe(far)
    await once(secure, 'secureConnect')
    secure.write(connectPacket(imei))
    expect(await noted(imei)).toMatchObject({ address: '203.0.113.10' })
  })

  it('the same of watches over plain TCP', async () => {
    const imei = stranger()
    const socket = await call(node.watchPort)
    const login = `IWAP00${imei},8900000000000000001,425010123456789#`
    socket.write(Buffer.concat([binary('203.0.113.11'), Buffer.from(login)]))
    expect(await noted(imei)).toEqual({ address: '203.0.113.11', format: 'watch-iw' })
  })

  it('lets the balancer itself by, which looks whether the door is there', async () => {
    const { imei, password } = await createDevice(harness.db)
    const socket = await call(node.port)
    socket.write(Buffer.concat([binary(undefined), connectPacket(imei, password)]))
    const [answer] = await once(socket, 'data')
    expect(answer).toEqual(Buffer.from([0x20, 2, 0, 0]))
  })

  it('cuts who says nothing of the kind, at every door', async () => {
    const { imei, password } = await createDevice(harness.db)
    for (const port of [node.port, node.watchPort, tlsPort]) {
      const socket = await call(port)
      socket.write(connectPacket(imei, password))
      const received = vi.fn<() => void>()
      socket.on('data', received)
      await once(socket, 'close')
      expect(received).not.toHaveBeenCalled()
    }
  })
})

it('cuts who does not finish a header in time, and lets nobody go on who hung up', async () => {
  const [onSocket, onRefused] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const server = createServer((socket) => introduce(socket, { onSocket, onRefused, withinMs: 100 }))
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  const slow = connect(port, '127.0.0.1')
  slow.write(binary('203.0.113.7').subarray(0, 20))
  await once(slow, 'close')
  expect(onRefused).toHaveBeenCalledTimes(1)
  const hasty = connect(port, '127.0.0.1').resume()
  hasty.end(binary('203.0.113.7').subarray(0, 20))
  await once(hasty, 'close')
  expect(onSocket).not.toHaveBeenCalled()
  await new Promise((closed) => server.close(closed))
})

it('a connection that the system has no room for ends nothing', async () => {
  const errors: Error[] = []
  const env = readEnv({
    DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
    SERVICE_SECRET: 'a-secret-between-our-services',
    MQTT_PORT: '0',
  })
  const [server] = await openMqttListeners({
    env,
    onConnection: () => {},
    handshakes: { begun: () => {}, ended: () => {} },
    onReload: () => {},
    onRefused: () => {},
    onError: (error) => errors.push(error),
  })
  // What Node does when accept() fails.
  server?.emit('error', new Error('accept ENFILE'))
  expect(errors).toMatchObject([{ message: 'accept ENFILE' }])
  await new Promise((closed) => server?.close(closed))
})
