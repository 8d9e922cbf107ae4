import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import mqtt from 'mqtt-packet'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

const HOME = '203.0.113.7'
const OTHER = '198.51.100.66'
const M = 60_000

describe('two that have the password of one watch', () => {
  let harness: BrokerHarness
  let ahead = 0
  const open: Socket[] = []
  beforeAll(async () => {
    harness = await startBrokerHarness({ PROXY_PROTOCOL: 'true' }, () => Date.now() + ahead)
  })
  afterEach(() => {
    ahead = 0
    open.splice(0).forEach((socket) => socket.destroy())
  })
  afterAll(() => harness.close())

  type Watch = Awaited<ReturnType<typeof createDevice>>
  const signIn = async ({ imei, password }: Watch, from: string, clientId = 'watch') => {
    const socket = connect(harness.port, '127.0.0.1').on('error', () => {})
    open.push(socket)
    const parser = mqtt.parser()
    socket.on('data', (chunk) => parser.parse(chunk))
    const packets: mqtt.Packet[] = []
    parser.on('packet', (packet) => packets.push(packet))
    await once(socket, 'connect')
    socket.write(`PROXY TCP4 ${from} 10.0.0.1 40000 1883\r\n`)
    const connectPacket = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 600,
    } as const
    socket.write(
      mqtt.generate({ ...connectPacket, clientId, username: imei, password: Buffer.from(password) }),
    )
    await vi.waitFor(() => expect(packets[0]).toMatchObject({ cmd: 'connack', returnCode: 0 }), SOON)
    return {
      socket,
      measures: async (heartRate: number, messageId: number) => {
        const payload = JSON.stringify({ heartRate })
        const publish = { cmd: 'publish', qos: 1, dup: false, retain: false } as const
        socket.write(mqtt.generate({ ...publish, topic: `watch/${imei}/readings`, payload, messageId }))
        await vi.waitFor(
          () => expect(packets).toContainEqual(expect.objectContaining({ cmd: 'puback', messageId })),
          SOON,
        )
      },
    }
  }
  const reasonsOf = async ({ id }: Watch) =>
    (await harness.sql.query('select reason from identity_conflicts where device_id = $1', [id])).rows
  const readingsOf = async ({ id }: Watch) =>
    (await harness.one<{ n: number }>('select count(*)::int as n from readings where device_id = $1', [id]))
      ?.n

  it('are noticed where both stay, and both are heard', async () => {
    const watch = await createDevice(harness.db)
    const [one, two] = [await signIn(watch, HOME, 'one'), await signIn(watch, OTHER, 'two')]
    for (let time = 1; time <= 3; time++) {
      ahead += 2 * M
      await one.measures(60 + time, time)
      await two.measures(80 + time, time)
    }
    await vi.waitFor(async () => expect(await reasonsOf(watch)).toEqual([{ reason: 'CONNECTIONS' }]), SOON)
    expect(await readingsOf(watch)).toBe(6)
  })

  it('are noticed where they throw each other out', async () => {
    const watch = await createDevice(harness.db)
    for (let times = 0; times < 8; times++) await signIn(watch, times % 2 ? OTHER : HOME)
    await vi.waitFor(async () => expect(await reasonsOf(watch)).toEqual([{ reason: 'TAKE_OVERS' }]), SOON)
  })

  it('are one where one comes back again and again from its network', async () => {
    const watch = await createDevice(harness.db)
    for (let times = 0; times < 8; times++) await signIn(watch, HOME)
    const last = await signIn(watch, HOME)
    await last.measures(70, 1)
    expect(await reasonsOf(watch)).toEqual([])
  })

  it('leave from where they came on its page', async () => {
    const watch = await createDevice(harness.db)
    await signIn(watch, HOME)
    const networks = () =>
      harness.sql.query(
        'select network, known_at is not null as known from device_networks where device_id = $1',
        [watch.id],
      )
    await vi.waitFor(
      async () => expect((await networks()).rows).toEqual([{ network: '203.0.113.0/24', known: true }]),
      SOON,
    )
  })
})
