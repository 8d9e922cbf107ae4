import { setTimeout as wait } from 'node:timers/promises'
import type { LiveMessage } from '@carewatch/contracts/events'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { connectAsync, type IClientOptions } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { published, startLoad, STORED, type Watch } from '../watches.ts'
import { within } from '../within.ts'
import { connectAtBroker } from './at-broker.ts'
import { openLastingScreen } from './screen.ts'
import { hasPrograms, startScaledProduct, type ScaledProduct } from './product.ts'
import { startVisiting } from './visitor.ts'

const DRAIN_SECONDS = 4
const WATCHES = 24
const EVERY_MS = 100

/** One of each at a time is the harder case, and the quicker one; with ROLL_ONE_BY_ONE each alone. */
const wavesOf = ({ brokers, engines, apis }: ScaledProduct) =>
  process.env.ROLL_ONE_BY_ONE
    ? [...brokers, ...engines, ...apis].map((part) => [part])
    : [0, 1].map((index) => [brokers, engines, apis].flatMap((pair) => pair[index] ?? []))

describe.skipIf(!hasPrograms)('two brokers, two rules-engines, two apis', () => {
  let product: ScaledProduct
  let sql: pg.Client
  let place: { companyId: number; branchId: number }
  let token: string
  let watches: (Watch & { uuid: string })[] = []

  beforeAll(async () => {
    product = await startScaledProduct(DRAIN_SECONDS)
    sql = new pg.Client(product.databaseUrl)
    await sql.connect()
    const { id: companyId } = await createCompany(product.db)
    const { id: branchId } = await createBranch(product.db, companyId)
    place = { companyId, branchId }
    const { email } = await createUser(product.db, { role: 'SUPERVISOR', ...place })
    const answer = await fetch(`${product.httpUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'carewatch' }),
    })
    const body = (await answer.json()) as { context: { token: string } }
    token = body.context.token
    watches = await Promise.all(Array.from({ length: WATCHES }, () => newWatch()))
  })
  afterAll(async () => {
    await Promise.all(watches.map(({ client }) => client.endAsync(true)))
    await sql.end()
    await product.close()
  })

  async function newWatch(comeIn = (session: IClientOptions) => connectAsync(product.mqttUrl, session)) {
    const { id, uuid, imei, password } = await createDevice(product.db, place)
    const session = { username: imei, password, clientId: imei, clean: false, reconnectPeriod: 200 }
    const client = await comeIn(session)
    client.on('error', () => {})
    return { id, uuid, imei, client }
  }
  const one = async (text: string, values: unknown[] = []) => (await sql.query(text, values)).rows[0]
  const cry = ({ client, imei }: Watch, time = Date.now()) =>
    published(client, `watch/${imei}/event`, JSON.stringify({ type: 'SOS', time }))
  const wentOffline = (received: readonly LiveMessage[]) =>
    received.filter((message) => message.type === 'presence' && !message.online)
  const calls = (received: readonly LiveMessage[], { uuid }: { uuid: string }) =>
    received.filter(
      (message) =>
        message.type === 'notification' &&
        message.change === 'opened' &&
        message.notification.deviceUuid === uuid,
    )
  const sosOf = ({ id }: Watch) =>
    one(
      `select count(distinct a.id)::int as alarms, max(a.count)::int as presses, count(t.id)::int as tasks
       from alarms a left join tasks t on t.alarm_id = a.id where a.kind = 'SOS' and a.device_id = $1`,
      [id],
    )
  const onceEach = { alarms: 1, presses: 1, tasks: 1 }
  const screenOf = async (httpUrl: string, seen: readonly { uuid: string }[]) => {
    const screen = openLastingScreen(
      httpUrl,
      token,
      seen.map(({ uuid }) => uuid),
    )
    await vi.waitUntil(() => screen.timesLetIn() > 0, 15_000)
    return screen
  }
  const expectAllStored = async (load: ReturnType<typeof startLoad>) => {
    const sent = await load.finish()
    expect(load.acknowledged.size).toBe(sent)
    const { rows } = await sql.query<{ key: string }>(STORED, [watches.map(({ id }) => id)])
    const stored = new Set(rows.map(({ key }) => key))
    expect([...load.acknowledged].filter((key) => !stored.has(key))).toEqual([])
    expect(rows).toHaveLength(stored.size)
  }

  it('a watch at one door is seen live at either api', async () => {
    const watch = await newWatch((session) => connectAtBroker(product.brokerUrls[0] ?? '', session))
    for (const apiUrl of product.apiUrls) {
      const screen = await screenOf(apiUrl, [watch])
      await vi.waitFor(
        async () => {
          const reading = JSON.stringify({ time: Date.now(), heartRate: 72 })
          await published(watch.client, `watch/${watch.imei}/readings`, reading)
          expect(screen.received.some(({ type }) => type === 'readings')).toBe(true)
        },
        { timeout: 15_000, interval: 100 },
      )
      screen.close()
    }
    const screens = await Promise.all(product.apiUrls.map((url) => screenOf(url, [watch])))
    await cry(watch)
    for (const { received, close } of screens) {
      await vi.waitUntil(() => calls(received, watch).length === 1, 15_000)
      close()
    }
    await watch.client.endAsync(true)
  })

  it('when a door dies its watches are at the other at once: nothing acknowledged is lost, and none of them looks gone', async () => {
    const callers = await Promise.all(Array.from({ length: 6 }, () => newWatch()))
    const screen = await screenOf(product.apiUrls[1] ?? '', [...watches, ...callers])
    const load = startLoad(watches, EVERY_MS)
    const isOnline = async () =>
      await one(
        `select count(distinct door_id)::int as brokers, count(*)::int as online from device_status
           where online and device_id = any($1)`,
        [watches.map(({ id }) => id)],
      )
    await vi.waitFor(async () => expect(await isOnline()).toEqual({ brokers: 2, online: WATCHES }), 15_000)
    const crying = callers.map((caller, index) => wait(index * 15).then(() => cry(caller)))
    product.brokers[0]?.kill()
    const died = performance.now()
    await vi.waitFor(
      async () => {
        expect(watches.every(({ client }) => client.connected)).toBe(true)
        expect(await isOnline()).toEqual({ brokers: 1, online: WATCHES })
      },
      { timeout: 15_000, interval: 50 },
    )
    const backMs = performance.now() - died
    await within(40_000, Promise.all(crying), () => 'an SOS was never acknowledged')
    for (const caller of callers) {
      await vi.waitFor(async () => expect(await sosOf(caller)).toEqual(onceEach), 20_000)
    }
    await expectAllStored(load)
    expect(wentOffline(screen.received)).toEqual([])

    const [first] = watches
    if (!first) throw new Error('no watch')
    const orders: string[] = []
    first.client.on(
      'message',
      (topic, payload) => topic.endsWith('/command') && orders.push(payload.toString()),
    )
    await first.client.subscribeAsync(`watch/${first.imei}/command`, { qos: 1 })
    const expiresAt = new Date(Date.now() + 60_000)
    await product.db.insert(deviceCommands).values({ deviceId: first.id, kind: 'FIND', expiresAt })
    await vi.waitUntil(() => orders.length > 0, 15_000)
    await product.brokers[0]?.start()
    await wait(1_500)
    expect(orders).toHaveLength(1)
    screen.close()
    await Promise.all(callers.map(({ client }) => client.endAsync(true)))
    process.stdout.write(`  a door killed: its watches were back at the other in ${Math.round(backMs)} ms\n`)
  })

  it('when a door freezes its watches are let go, and a call for help is at the other before its keep-alive runs out', async () => {
    const callers = await Promise.all(Array.from({ length: 8 }, () => newWatch()))
    const letGo = new Set<string>()
    for (const { client, imei } of callers) client.on('close', () => letGo.add(imei))
    const screen = await screenOf(product.apiUrls[1] ?? '', [...watches, ...callers])
    const load = startLoad(watches, EVERY_MS)
    const frozen = product.brokers[0]?.pid()
    if (frozen === undefined) throw new Error('no broker')
    process.kill(frozen, 'SIGSTOP')
    const froze = performance.now()
    await within(
      45_000,
      Promise.all(callers.map((caller) => cry(caller))),
      () => 'an SOS was never acknowledged',
    )
    const helpedMs = performance.now() - froze
    expect(letGo.size).toBeGreaterThan(0)
    process.kill(frozen, 'SIGCONT')
    // What lay in its sockets is read now, too: each has called once all the same.
    await expectAllStored(load)
    for (const caller of callers)
      await vi.waitFor(async () => expect(await sosOf(caller)).toEqual(onceEach), 20_000)
    expect(wentOffline(screen.received)).toEqual([])
    screen.close()
    await Promise.all(callers.map(({ client }) => client.endAsync(true)))
    process.stdout.write(`  a door frozen: the last SOS was acknowledged after ${Math.round(helpedMs)} ms\n`)
  })

  it('when an api dies its screens are at the other', async () => {
    const watch = await newWatch()
    const screens = await Promise.all(Array.from({ length: 4 }, () => screenOf(product.httpUrl, [watch])))
    product.apis[0]?.kill()
    await vi.waitUntil(() => screens.some(({ timesLetIn }) => timesLetIn() > 1), 20_000)
    await vi.waitFor(
      async () => expect((await fetch(`${product.httpUrl}/api/health/ready`)).status).toBe(200),
      20_000,
    )
    await cry(watch)
    await vi.waitFor(async () => expect(await sosOf(watch)).toEqual(onceEach), 15_000)
    const onAll = () => screens.every(({ timesLetIn, closedWith }) => timesLetIn() > closedWith.length)
    await vi.waitUntil(onAll, 20_000)
    await product.apis[0]?.start()
    for (const { close } of screens) close()
    await watch.client.endAsync(true)
  })

  it('when the engine that judges dies in the middle of it the other judges on, each alarm once', async () => {
    const callers = await Promise.all(Array.from({ length: 20 }, () => newWatch()))
    const load = startLoad(watches, EVERY_MS)
    const crying: Promise<unknown>[] = []
    for (const [index, caller] of callers.entries()) {
      if (index === 7) product.engines[0]?.kill()
      if (index === 14) product.engines[0]?.start().catch(() => {})
      const high = JSON.stringify({ time: Date.now(), heartRate: 220 })
      crying.push(cry(caller), published(caller.client, `watch/${caller.imei}/readings`, high))
      await wait(60)
    }
    await within(40_000, Promise.all(crying), () => 'not acknowledged')
    await expectAllStored(load)
    const alarms = async () =>
      (
        await sql.query(
          `select kind, count(*)::int as alarms, count(distinct device_id)::int as devices, max(count)::int as times
           from alarms where device_id = any($1) group by 1 order by 1`,
          [callers.map(({ id }) => id)],
        )
      ).rows
    const each = { alarms: callers.length, devices: callers.length, times: 1 }
    await vi.waitFor(
      async () =>
        expect(await alarms()).toEqual([
          { kind: 'HEART_RATE', ...each },
          { kind: 'SOS', ...each },
        ]),
      { timeout: 20_000, interval: 200 },
    )
    await Promise.all(callers.map(({ client }) => client.endAsync(true)))
  })

  it('an alarm is judged without Redis too, by the sweep, when it is gone', async () => {
    const { id } = await createDevice(product.db, place)
    const now = Date.now()
    product.redis.signal('SIGSTOP')
    const event = { deviceId: id, type: 'FALL', time: now, receivedAt: now }
    await sql.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
      JSON.stringify([event]),
    ])
    const falls = async () =>
      (await one("select count(*)::int from alarms where kind = 'FALL' and device_id = $1", [id])).count
    await vi.waitFor(async () => expect(await falls()).toBe(1), { timeout: 20_000, interval: 100 })
    product.redis.signal('SIGCONT')
  })

  it(
    'every part is replaced under load: nothing lost, nobody refused, and no watch looks gone',
    { timeout: 180_000 },
    async () => {
      const screen = await screenOf(product.httpUrl, watches)
      const visitors = [
        startVisiting(`${product.httpUrl}/`),
        startVisiting(`${product.httpUrl}/api/notification/all/after/0`, token),
      ]
      const load = startLoad(watches, EVERY_MS)
      const waves = wavesOf(product)
      const callers = await Promise.all(waves.map(() => newWatch()))
      const crying: Promise<unknown>[] = []
      for (const [index, wave] of waves.entries()) {
        const caller = callers[index]
        const going = Promise.all(wave.map(({ stop }) => stop()))
        await wait(300)
        if (caller) crying.push(cry(caller))
        await going
        await Promise.all(wave.map(({ start }) => start()))
        // The balancer looks once a second.
        await wait(2_500)
      }
      await within(40_000, Promise.all(crying), () => 'an SOS was never acknowledged')
      await expectAllStored(load)
      for (const caller of callers) {
        await vi.waitFor(async () => expect(await sosOf(caller)).toEqual(onceEach), 20_000)
      }
      const asked = await Promise.all(visitors.map(({ end }) => end()))
      expect(visitors.flatMap(({ faults }) => faults)).toEqual([])
      expect(wentOffline(screen.received)).toEqual([])
      expect(screen.closedWith.every((code) => code === 1001)).toBe(true)
      screen.close()
      await Promise.all(callers.map(({ client }) => client.endAsync(true)))
      process.stdout.write(
        `  every part replaced: ${load.acknowledged.size} readings and ${asked[0]} + ${asked[1]} questions, none lost\n`,
      )
    },
  )
})
