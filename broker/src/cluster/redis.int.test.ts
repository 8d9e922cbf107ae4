import { type EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis } from '@carewatch/launcher/topology/redis'
import { createDevice } from '@carewatch/migrations/factories'
import { Aedes } from 'aedes'
import { Redis } from 'ioredis'
import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createBroker } from '../mqtt/broker.ts'
import { openCluster } from './redis.ts'
import { openPolicy } from '../conformance/open-policy.ts'
import { connectPacket } from '../proxy/testing.ts'
import { type BrokerHarness, openNode, SOON, startBrokerHarness } from '../testing.ts'

const program = process.env.REDIS_SERVER

describe.skipIf(!program)('a broker whose sessions are on Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-redis-'))
  let redis: Awaited<ReturnType<typeof startRedis>>
  let harness: BrokerHarness
  let node: Awaited<ReturnType<typeof openNode>>

  beforeAll(async () => {
    redis = await startRedis(program ?? '', { folder, logs: folder })
    harness = await startBrokerHarness()
    node = await openNode(harness.databaseUrl, { REDIS_URL: redis.url })
  })
  afterEach(() => redis.signal('SIGCONT'))
  afterAll(async () => {
    await node.close()
    await harness.close()
    await redis.stop()
    rmSync(folder, { recursive: true })
  })

  type Device = Awaited<ReturnType<typeof createDevice>>
  const authenticate = ({ imei, password }: Device, clean = true) =>
    connectAsync(`mqtt://127.0.0.1:${node.port}`, {
      username: imei,
      password,
      clientId: imei,
      clean,
      reconnectPeriod: 0,
      connectTimeout: 8_000,
    })
  const onlineOf = async (id: number) =>
    (await harness.one<{ online: boolean }>('select online from device_status where device_id = $1', [id]))
      ?.online

  it('who left before the welcome was over does not look connected', async () => {
    const hasty = await Promise.all(Array.from({ length: 100 }, () => createDevice(harness.db)))
    const leave = async (device: Device): Promise<void> => {
      const socket = connect(node.port, '127.0.0.1')
      socket.write(connectPacket(device.imei, device.password))
      await once(socket, 'data')
      socket.destroy()
    }
    await Promise.all(hasty.map(leave))
    // Who comes after is written down after.
    const next = await createDevice(harness.db)
    const watch = await authenticate(next)
    await vi.waitFor(async () => expect(await onlineOf(next.id)).toBe(true), SOON)
    const ids = hasty.map(({ id }) => id)
    const ghosts = () =>
      harness.one('select count(*)::int from device_status where online and device_id = any($1)', [ids])
    await vi.waitFor(async () => expect(await ghosts()).toEqual({ count: 0 }), SOON)
    await watch.endAsync()
  })

  const eventOf = ({ id }: Device) => harness.one('select type from device_events where device_id = $1', [id])
  /** Answers what is stored when its cry is acknowledged. */
  const cry = async (device: Device, clean: boolean) => {
    const watch = await authenticate(device, clean)
    await watch.publishAsync(`watch/${device.imei}/status`, '{}', { qos: 1, retain: true })
    await watch.subscribeAsync(`watch/${device.imei}/command`, { qos: 1 })
    await watch.publishAsync(`watch/${device.imei}/event`, JSON.stringify({ type: 'SOS' }), { qos: 1 })
    const stored = await eventOf(device)
    await vi.waitFor(async () => expect(await onlineOf(device.id)).toBe(true), SOON)
    watch.end(true)
    return stored
  }

  it.each([true, false])(
    'lets a watch in while Redis is frozen, and hears its cry (clean: %s)',
    async (clean) => {
      const device = await createDevice(harness.db)
      redis.signal('SIGSTOP')
      expect(await cry(device, clean)).toEqual({ type: 'SOS' })
    },
  )

  it.each([true, false])('the same while Redis refuses to write (clean: %s)', async (clean) => {
    const device = await createDevice(harness.db)
    const settings = new Redis(redis.url)
    await settings.config('SET', 'min-replicas-to-write', '1')
    expect(await cry(device, clean)).toEqual({ type: 'SOS' })
    await settings.config('SET', 'min-replicas-to-write', '0')
    await settings.quit()
  })

  it('opens and hears while Redis is frozen', async () => {
    const device = await createDevice(harness.db)
    redis.signal('SIGSTOP')
    const second = await openNode(harness.databaseUrl, { REDIS_URL: redis.url })
    const { imei: username, password } = device
    const watch = await connectAsync(`mqtt://127.0.0.1:${second.port}`, { username, password })
    await watch.publishAsync(`watch/${username}/event`, JSON.stringify({ type: 'SOS' }), { qos: 1 })
    expect(await eventOf(device)).toEqual({ type: 'SOS' })
    watch.end(true)
    redis.signal('SIGCONT')
    await second.close()
  })

  it('does not stumble over the will of a door that died', async () => {
    const [dead, alive] = [openCluster(redis.url, () => {}), openCluster(redis.url, () => {})]
    const older = await Aedes.createBroker({ ...dead.options })
    const persistence = dead.options.persistence as { putWill: (...given: object[]) => Promise<unknown> }
    const will = { topic: 'gone', payload: Buffer.from('x'), qos: 0, retain: false }
    await persistence.putWill({ id: 'somebody' }, will)

    const log = pino({ level: 'silent' })
    const cluster = { ...alive.options, heartbeatInterval: 10 }
    const broker = await createBroker({ policy: openPolicy, log, cluster })
    const failed: unknown[] = []
    ;(broker as EventEmitter).on('error', (error) => failed.push(error))
    let beats = 0
    broker.on('publish', ({ topic }) => void (topic.endsWith('/heartbeat') && beats++))
    // Wills are looked through at each fourth.
    await vi.waitFor(() => expect(beats).toBeGreaterThan(20), SOON)
    expect(failed).toEqual([])
    await Promise.all([older, broker].map((one) => new Promise<void>((closed) => one.close(() => closed()))))
    await Promise.all([dead.close(), alive.close()])
  })

  it('what is published while it is deaf to Redis arrives when it is not any more, in its order, and who listens is told to ask for the rest', async () => {
    const cluster = openCluster(redis.url, () => {})
    const admin = new Redis(redis.url)
    // Safe: its connections, as redis.ts gives them to it.
    const { subConn } = cluster.options.mq as { subConn: Redis }
    const received: number[] = []
    let timesDeaf = 0
    cluster.onDeaf(() => timesDeaf++)
    cluster.bus?.on('live/numbers', ({ payload }, done) => {
      received.push(Number(payload.toString()))
      done()
    })
    const publish = (number: number) => cluster.bus?.emit({ topic: 'live/numbers', payload: String(number) })
    await vi.waitFor(() => {
      publish(0)
      expect(received.length).toBeGreaterThan(0)
    }, SOON)
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
    const isPublished = new Promise<void>((resolve) =>
      subConn.once('close', () => {
        for (const number of numbers) publish(number)
        resolve()
      }),
    )
    await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await isPublished
    await vi.waitFor(() => expect(received.filter((number) => number > 0)).toEqual(numbers), SOON)
    expect(timesDeaf).toBeGreaterThan(0)
    admin.disconnect()
    await cluster.close()
  })
})
