import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import type { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import { generate, type Packet } from 'mqtt-packet'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBroker, accept } from '../broker.ts'
import { openPolicy } from '../../conformance/open-policy.ts'

const hello = (clientId: string, clean = true): Packet => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  keepalive: 60,
  clean,
  clientId,
})
const PINGREQ = Buffer.from([0xc0, 0])
const PINGRESP = Buffer.from([0xd0, 0])
const CONNACK = Buffer.from([0x20, 2, 0, 0])

describe('the broker with an open policy', () => {
  let broker: Aedes
  let server: Server
  let port: number
  const receives: string[] = []

  beforeAll(async () => {
    const policy = {
      ...openPolicy,
      maySubscribe: (...[client, subscription]: Parameters<typeof openPolicy.maySubscribe>) => {
        receives.push(subscription.topic)
        return openPolicy.maySubscribe(client, subscription)
      },
    }
    broker = await createBroker({ policy, log: pino({ level: 'silent' }), cluster: {} })
    server = createServer((socket) => accept(broker, socket, policy.maxBytes))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe: it listens on a port.
    port = (server.address() as AddressInfo).port
  })
  afterAll(async () => {
    await new Promise<void>((closed) => broker.close(() => closed()))
    server.close()
  })

  /** Says it all at once, and answers what came until the line was cut, or until the broker answered the ping at the end. */
  const send = async (...chunks: Buffer[]): Promise<{ received: Buffer; isCut: boolean }> => {
    const socket = connect(port, '127.0.0.1')
    let received = Buffer.alloc(0)
    const answered = new Promise<boolean>((resolve) => {
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk])
        if (received.includes(PINGRESP)) resolve(false)
      })
      socket.on('close', () => resolve(true))
    })
    socket.on('error', () => {})
    socket.write(Buffer.concat([...chunks, PINGREQ]))
    const isCut = await answered
    socket.destroy()
    return { received, isCut }
  }

  it('answers a ping of who signed in', async () => {
    expect(await send(generate(hello('one')))).toEqual({
      received: Buffer.concat([CONNACK, PINGRESP]),
      isCut: false,
    })
  })

  it.each([
    ['says hello twice', [generate(hello('two')), generate(hello('two'))]],
    ['speaks before it said hello', []],
    ['sends what only a server sends', [generate(hello('two')), Buffer.from([0x20, 2, 0, 0])]],
    ['says U+0000 in a topic', [generate(hello('two')), Buffer.from([0x30, 4, 0, 2, 0x61, 0])]],
    ['gives packet id 0', [generate(hello('two')), Buffer.from([0x32, 5, 0, 1, 0x61, 0, 0])]],
    [
      'declares a length of five bytes',
      [generate(hello('two')), Buffer.from([0x30, 255, 255, 255, 255, 127])],
    ],
    ['sets both bits of the QoS', [generate(hello('two')), Buffer.from([0x36, 5, 0, 1, 0x61, 0, 1])]],
    ['sets a reserved bit', [generate(hello('two')), Buffer.from([0xc1, 0])]],
  ])('cuts who %s', async (_, chunks) => {
    expect((await send(...chunks)).isCut).toBe(true)
  })

  it('answers an unknown version with its code, then cuts', async () => {
    const five = Buffer.from('100e00044d5154540502000a00000170', 'hex')
    expect(await send(five)).toEqual({ received: Buffer.from([0x20, 2, 0, 1]), isCut: true })
  })

  it('takes MQTT 3.1 with an identifier of any length, and refuses it without one', async () => {
    const old = (clientId: string) =>
      ({ ...hello(clientId), protocolId: 'MQIsdp', protocolVersion: 3 }) as Packet
    expect((await send(generate(old('x'.repeat(60))))).isCut).toBe(false)
    const nameless = Buffer.from('100e00064d5149736470030200 0a0000'.replaceAll(' ', ''), 'hex')
    expect((await send(nameless)).received).toEqual(Buffer.from([0x20, 2, 0, 2]))
  })

  it('keeps of a session that lasts what was granted, and not what was refused', async () => {
    const url = `mqtt://127.0.0.1:${port}`
    const options = { clientId: 'lasting', clean: false, reconnectPeriod: 0 }
    const first = await connectAsync(url, options)
    await first.subscribeAsync({ 'test/nosubscribe': { qos: 1 }, 'test/yes': { qos: 1 } }).catch(() => {})
    await first.endAsync()
    receives.length = 0
    await (await connectAsync(url, options)).endAsync()
    expect(receives).toEqual(['test/yes'])
  })
})
