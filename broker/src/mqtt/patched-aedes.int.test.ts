import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { generate } from 'mqtt-packet'
import { afterEach, expect, it } from 'vitest'

/** What patches/aedes@1.2.0.patch adds, against aedes alone: a broker that owes each publisher an answer. */
async function startOwing() {
  const received: string[] = []
  const clients: Client[] = []
  const broker = await Aedes.createBroker({
    // The answer never comes.
    authorizePublish: (_client, packet) => void received.push(packet.topic),
  })
  broker.on('client', (client) => clients.push(client))
  const server = createServer((socket) => broker.handle(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    broker.close()
  }
  return { received, clients, port, close }
}

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** A client that sends what it is told to and asks for nothing; its keep-alive in seconds, 0 is for ever. */
async function enter(port: number, keepalive: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  socket.write(generate({ cmd: 'connect', clientId: randomUUID(), clean: true, keepalive }))
  await once(socket, 'data')
  return socket
}

const packetOf = (topic: string, index: number): Buffer =>
  generate({ cmd: 'publish', topic, payload: '1', qos: 1, messageId: index + 1, dup: false, retain: false })
/** Several packets in one piece: aedes reads on when the last of them is answered. */
const publishAtOnce = (socket: Socket, topics: readonly string[]): void =>
  void socket.write(Buffer.concat(topics.map(packetOf)))

it('ends the connection of a client whose packets it does not read, unless its keep-alive is renewed', async () => {
  const { received, clients, port, close } = await startOwing()
  ends.push(close)
  const [left, kept] = [await enter(port, 1), await enter(port, 1)]
  for (const client of [left, kept]) publishAtOnce(client, ['a', 'b', 'c'])
  await expect.poll(() => received).toHaveLength(6)
  const [, inner] = clients
  const timer = setInterval(() => inner?.renewKeepalive(), 100)
  ends.push(() => clearInterval(timer))
  await once(left, 'close')
  expect(inner?.closed).toBe(false)
})

it('reads the packets behind one that is not answered when it is told to, and not before', async () => {
  const { received, clients, port, close } = await startOwing()
  ends.push(close)
  const client = await enter(port, 0)
  const [inner] = clients
  const first = ['a', 'b', 'c']
  publishAtOnce(client, first)
  await expect.poll(() => received).toEqual(first)
  client.write(packetOf('d', 3))
  await expect.poll(() => inner?.conn.readableLength ?? 0).toBeGreaterThan(0)
  expect(received).toEqual(first)
  inner?.readAhead()
  await expect.poll(() => received).toEqual([...first, 'd'])
})

it('ends the connection of a client whose packet is refused before it is parsed, and says why', async () => {
  const { received, clients, port, close } = await startOwing()
  ends.push(close)
  const client = await enter(port, 0)
  const [inner] = clients
  const errors: string[] = []
  inner?.on('error', ({ message }) => errors.push(message))
  inner?.inspectPackets({
    header: () => undefined,
    payload: ({ cmd }, bytes) => {
      if (bytes.includes('b')) throw new Error(`no ${cmd} of b`)
    },
  })
  publishAtOnce(client, ['a', 'b', 'c'])
  await once(client, 'close')
  expect(received).toEqual(['a'])
  expect(errors).toEqual(['no publish of b'])
})

it('goes on hearing a topic that a client leaves and asks for again in one piece', async () => {
  const broker = await Aedes.createBroker()
  const server = createServer((socket) => broker.handle(socket))
  ends.push(() => {
    server.close()
    broker.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const events: string[] = []
  broker.on('subscribe', () => events.push('subscribe'))
  broker.on('unsubscribe', () => events.push('unsubscribe'))
  // Safe: a TCP server that listens has an address with a port.
  const client = await enter((server.address() as AddressInfo).port, 0)
  const received: string[] = []
  client.on('data', (bytes: Buffer) => received.push(bytes.toString('latin1')))
  const ask = generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'a', qos: 0 }] })
  client.write(ask)
  await expect.poll(() => events).toEqual(['subscribe'])
  client.write(Buffer.concat([generate({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['a'] }), ask]))
  await expect.poll(() => events).toHaveLength(3)
  expect(events).toEqual(['subscribe', 'unsubscribe', 'subscribe'])
  const packet = { cmd: 'publish', topic: 'a', payload: 'heard', qos: 0, retain: false, dup: false } as const
  broker.publish(packet, () => {})
  await expect.poll(() => received.join('')).toContain('heard')
})

it('reads what a connection holds piece by piece: who says one word does not wait for all of it', async () => {
  const { received, port, close } = await startOwing()
  ends.push(close)
  const [talker, caller] = [await enter(port, 0), await enter(port, 0)]
  const much = Array.from({ length: 3_000 }, () => 'a')
  publishAtOnce(talker, much)
  publishAtOnce(caller, ['sos'])
  await expect.poll(() => received).toHaveLength(much.length + 1)
  expect(received.indexOf('sos')).toBeLessThan(much.length / 2)
})

it('reads a packet that is longer than a piece, and those behind it, in their order', async () => {
  const { received, port, close } = await startOwing()
  ends.push(close)
  const talker = await enter(port, 0)
  const topics = ['a', 'b'.repeat(5_000), 'c', 'd'.repeat(700), 'e']
  publishAtOnce(talker, topics)
  await expect.poll(() => received).toEqual(topics)
})

it('reads whole what it is told to read whole', async () => {
  const { received, clients, port, close } = await startOwing()
  ends.push(close)
  const [talker, service] = [await enter(port, 0), await enter(port, 0)]
  clients[1]?.readWhole()
  const times = 3_000
  publishAtOnce(
    talker,
    Array.from({ length: times }, () => 'a'),
  )
  publishAtOnce(
    service,
    Array.from({ length: times }, () => 'live'),
  )
  await expect.poll(() => received).toHaveLength(2 * times)
  expect(received.lastIndexOf('live')).toBeLessThan(1.5 * times)
})

/** So many that each has a piece or two in a turn. */
const TALKERS = 40
const PINGS = Buffer.concat(Array.from({ length: 10_000 }, () => generate({ cmd: 'pingreq' })))
const LONG = { cmd: 'publish', topic: 'a', qos: 1, messageId: 1, dup: false, retain: false } as const

it('reads what comes while it reads, and knows the end of it', async () => {
  const { received, clients, port, close } = await startOwing()
  ends.push(close)
  const client = await enter(port, 0)
  const [inner] = clients
  const talkers: Socket[] = []
  for (let n = 0; n < TALKERS; n++) talkers.push(await enter(port, 0))
  const talk = (): void => talkers.forEach((talker) => talker.resume().write(PINGS))
  const packet = generate({ ...LONG, payload: 'a'.repeat(300_000) })
  talk()
  client.write(packet)
  await expect.poll(() => received).toHaveLength(1)
  // Of the next one only the beginning.
  talk()
  client.end(packet.subarray(0, 3_000))
  await expect.poll(() => inner?.closed).toBe(true)
})
