import { LiveEvent } from '@carewatch/contracts/events'
import type { Scope } from '@carewatch/contracts/scopes'
import { partnerTopic } from '@carewatch/contracts/topics'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { testDatabase } from '@carewatch/platform/database/testing'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { signIn } from './person.ts'
import { startProductHere } from './product-here.ts'
import type { Place } from './product.ts'

const SOON = { timeout: 20_000, interval: 50 }
const EVERYTHING: Scope[] = ['live:read', 'readings:read', 'locations:read', 'alarms:read', 'tasks:read']

let database: Awaited<ReturnType<typeof testDatabase>>
let product: Place
let one: Company
let other: Company
beforeAll(async () => {
  database = await testDatabase()
  product = await startProductHere(database.url)
  one = await createPlaces()
  other = await createPlaces()
}, 120_000)
afterAll(async () => {
  await product.close()
  await database.drop()
})

/** A company of two branches with a watch in each, and its manager. */
async function createPlaces() {
  const { db } = database
  const company = await createCompany(db)
  const [ward, next] = [await createBranch(db, company.id), await createBranch(db, company.id)]
  const at = (branch: { id: number }) => createDevice(db, { companyId: company.id, branchId: branch.id })
  const { email } = await createUser(db, { role: 'MANAGER', companyId: company.id })
  const person = await signIn(product, email)
  return { company, ward, device: await at(ward), elsewhere: await at(next), person }
}
type Company = Awaited<ReturnType<typeof createPlaces>>
type Made = { secret: string; apiKey: { uuid: string; prefix: string } }

async function makeKey({ person }: Company, scopes: Scope[], branchUUIDs?: string[]): Promise<Made> {
  const body = { name: 'Ward system', scopes, password: 'carewatch', ...(branchUUIDs && { branchUUIDs }) }
  // Safe: a key that is not there fails each test.
  return (await person.post('/apiKeys/new', body)).context as Made
}

const open: MqttClient[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.endAsync(true)))
})

async function enter(username: string, password: string, options: IClientOptions = {}): Promise<MqttClient> {
  const given = { username, password, reconnectPeriod: 0, ...options }
  const client = await connectAsync(product.mqttUrl, given, false)
  client.on('error', () => {})
  open.push(client)
  return client
}
const enterBy = ({ apiKey, secret }: Made, options?: IClientOptions) => enter(apiKey.prefix, secret, options)

const closed = (client: MqttClient): Promise<true> =>
  new Promise((done) => client.once('close', () => done(true)))

type Received = { topic: string; event: { type: string; deviceUuid?: string; [field: string]: unknown } }

/** Connected, subscribed, and all that came. */
async function listen(key: Made, filters: string[], qos: 0 | 1 = 0) {
  const client = await enterBy(key)
  const received: Received[] = []
  client.on('message', (topic, payload) => received.push({ topic, event: JSON.parse(payload.toString()) }))
  await client.subscribeAsync(filters, { qos })
  return { client, received }
}

const published = new Map<string, MqttClient>()
async function publishAs(
  { imei, password }: Company['device'],
  leaf: string,
  message: object,
): Promise<void> {
  const client = published.get(imei) ?? (await connectAsync(product.mqttUrl, { username: imei, password }))
  published.set(imei, client)
  await client.publishAsync(`watch/${imei}/${leaf}`, JSON.stringify(message), { qos: 1 })
}
afterAll(() => Promise.all([...published.values()].map((client) => client.endAsync(true))))

const place = { lat: 32.1, lng: 34.8, accuracy: 12, source: 'GPS' }
const measure = (device: Company['device']) =>
  publishAs(device, 'readings', { heartRate: 72, position: place })
const devicesIn = (received: Received[], type: string): string[] => [
  ...new Set(
    received.filter(({ event }) => event.type === type).map(({ event }) => String(event.deviceUuid)),
  ),
]

/** All watches measure until the listener has what is waited for. */
async function measureUntil(isThere: () => boolean): Promise<void> {
  const watches = [one.device, one.elsewhere, other.device]
  await expect
    .poll(async () => {
      for (const watch of watches) await measure(watch)
      return isThere()
    }, SOON)
    .toBe(true)
}

describe('a program receives', () => {
  it('what is of its company, in the shapes of the live socket, and nothing of another', async () => {
    const { received } = await listen(await makeKey(one, EVERYTHING), [partnerTopic.all(one.company.uuid)], 1)
    await publishAs(one.device, 'event', { type: 'SOS' })
    await measureUntil(
      () => devicesIn(received, 'readings').length === 2 && devicesIn(received, 'position').length === 2,
    )
    await vi.waitFor(() => {
      const topics = received.map(({ topic }) => topic)
      expect(topics).toEqual(expect.arrayContaining([partnerTopic.alarms(one.company.uuid)]))
      expect(topics).toEqual(expect.arrayContaining([partnerTopic.tasks(one.company.uuid)]))
    }, SOON)
    const uuids = [one.device.uuid, one.elsewhere.uuid].toSorted()
    expect(devicesIn(received, 'readings').toSorted()).toEqual(uuids)
    expect(JSON.stringify(received)).not.toContain(other.device.uuid)
    for (const { topic, event } of received) {
      expect(LiveEvent.safeDecode(event as never).success).toBe(true)
      expect(topic.startsWith(`partners/${one.company.uuid}/`)).toBe(true)
      expect(topic).toContain(event.deviceUuid === undefined ? '' : `/devices/${event.deviceUuid}/`)
    }
  })

  it('what is of its branches', async () => {
    const filters = [partnerTopic.all(one.company.uuid)]
    const ward = await listen(await makeKey(one, EVERYTHING, [one.ward.uuid]), filters)
    const whole = await listen(await makeKey(one, EVERYTHING), filters)
    await measureUntil(() => devicesIn(whole.received, 'position').length === 2 && ward.received.length > 0)
    expect(devicesIn(ward.received, 'readings')).toEqual([one.device.uuid])
    expect(JSON.stringify(ward.received)).not.toContain(one.elsewhere.uuid)
  })

  it.each<[Scope, string[]]>([
    ['readings:read', ['presence', 'readings']],
    ['locations:read', ['position']],
    ['alarms:read', ['notification']],
    ['tasks:read', ['task']],
  ])('by %s no more than that', async (scope, types) => {
    const filters = [partnerTopic.all(one.company.uuid)]
    const narrow = await listen(await makeKey(one, ['live:read', scope]), filters)
    const wide = await listen(await makeKey(one, EVERYTHING), filters)
    await publishAs(one.elsewhere, 'event', { type: 'SOS' })
    await measureUntil(() => {
      const has = (type: string): boolean => wide.received.some(({ event }) => event.type === type)
      return ['readings', 'position', 'notification', 'task'].every(has)
    })
    await measureUntil(() => narrow.received.length > 0)
    for (const { event } of narrow.received) expect(types).toContain(event.type)
  })

  it('what all measure, and where one of them is', async () => {
    const { uuid } = one.elsewhere
    const { received } = await listen(await makeKey(one, EVERYTHING), [
      partnerTopic.readings(one.company.uuid, '+'),
      partnerTopic.position(one.company.uuid, uuid),
    ])
    await measureUntil(
      () => devicesIn(received, 'readings').length === 2 && devicesIn(received, 'position').length > 0,
    )
    expect(devicesIn(received, 'position')).toEqual([uuid])
  })

  it('one device, where it asks for one', async () => {
    const topic = partnerTopic.readings(one.company.uuid, one.elsewhere.uuid)
    const { client, received } = await listen(await makeKey(one, EVERYTHING), [topic])
    await measureUntil(() => received.length > 0)
    expect(new Set(received.map((message) => message.topic))).toEqual(new Set([topic]))
    await client.unsubscribeAsync(topic)
    const before = received.length
    const { received: all } = await listen(await makeKey(one, EVERYTHING), [
      partnerTopic.all(one.company.uuid),
    ])
    await measureUntil(() => devicesIn(all, 'readings').length === 2)
    expect(received).toHaveLength(before)
  })
})

describe('a program is refused', () => {
  const codeOf = (username: string, password: string, options?: IClientOptions): Promise<unknown> =>
    enter(username, password, options).then(
      () => 'let in',
      (error: { code?: unknown }) => error.code,
    )

  it('by a wrong secret, an unknown one, another key’s, and without live:read', async () => {
    const [key, second] = [await makeKey(one, EVERYTHING), await makeKey(one, EVERYTHING)]
    const silent = await makeKey(one, ['readings:read'])
    const wrong = `${key.secret.slice(0, -3)}xyz`
    expect(await codeOf(key.apiKey.prefix, wrong)).toBe(4)
    expect(await codeOf(key.apiKey.prefix, second.secret)).toBe(4)
    expect(await codeOf('cw_live_000000000000', key.secret)).toBe(4)
    expect(await codeOf('cw_x', 'cw_x')).toBe(4)
    expect(await codeOf(silent.apiKey.prefix, silent.secret)).toBe(5)
    expect(await codeOf(key.apiKey.prefix, key.secret)).toBe('let in')
  })

  it('with a will', async () => {
    const key = await makeKey(one, EVERYTHING)
    const will = { topic: partnerTopic.alarms(one.company.uuid), payload: Buffer.from('{}') }
    expect(await codeOf(key.apiKey.prefix, key.secret, { will })).toBe(5)
  })

  it('more than five connections', async () => {
    const key = await makeKey(one, EVERYTHING)
    for (let number = 0; number < 5; number++) await enterBy(key)
    expect(await codeOf(key.apiKey.prefix, key.secret)).toBe(5)
  })

  it.each([
    ['all', () => '#'],
    ['all of some', () => '+/#'],
    ['all companies', () => 'partners/+/alarms'],
    ['another company', () => partnerTopic.all(other.company.uuid)],
    ['a share of it', () => `$share/group/${partnerTopic.all(one.company.uuid)}`],
    ['the broker itself', () => '$SYS/#'],
    ['live topics', () => 'live/#'],
    ['a watch', () => `watch/${one.device.imei}/settings`],
  ])('%s', async (_, filter) => {
    const client = await enterBy(await makeKey(one, EVERYTHING))
    const answer: unknown = await client.subscribeAsync(filter()).catch((error: unknown) => error)
    // Safe: the client's error carries the SUBACK.
    expect((answer as { packet?: { granted: unknown[] } }).packet?.granted).toEqual([128])
  })

  it.each([
    ['what others read', () => partnerTopic.alarms(one.company.uuid), false],
    ['what stays', () => partnerTopic.alarms(one.company.uuid), true],
    ['as a watch', () => `watch/${one.device.imei}/readings`, false],
    ['as a service', () => 'live/program/offered', false],
  ])('to publish, and ends: %s', async (_, topic, retain) => {
    const key = await makeKey(one, EVERYTHING)
    const { received } = await listen(key, [partnerTopic.all(one.company.uuid)])
    const client = await enterBy(key)
    const ended = closed(client)
    client.publish(topic(), '{"type":"notification"}', { qos: 1, retain })
    await ended
    expect(received.filter(({ topic: at }) => at === partnerTopic.alarms(one.company.uuid))).toEqual([])
  })

  it('more than a hundred filters, and a packet of ten thousand', async () => {
    const client = await enterBy(await makeKey(one, EVERYTHING))
    const filter = (number: number) => `partners/${one.company.uuid}/f${number}`
    const hundred = Array.from({ length: 100 }, (_, number) => filter(number))
    await client.subscribeAsync(hundred)
    await expect(client.subscribeAsync(filter(100))).rejects.toThrow(/Unspecified error|refused|128/i)
    const ended = closed(client)
    client.subscribe(
      Array.from({ length: 10_000 }, (_, number) => filter(number)),
      () => {},
    )
    await ended
  })
})

describe('a program’s connection', () => {
  it('ends within seconds of its key', async () => {
    const key = await makeKey(one, EVERYTHING)
    const client = await enterBy(key)
    const ended = closed(client)
    expect((await one.person.post(`/apiKeys/revoke/${key.apiKey.uuid}`)).status).toBe(200)
    await ended
    await expect(enterBy(key)).rejects.toMatchObject({ code: 4 })
  })

  it('takes over nobody’s but its own of that name', async () => {
    const clientId = one.device.imei
    const watch = await enter(one.device.imei, one.device.password, { clientId })
    const [key, second] = [await makeKey(one, EVERYTHING), await makeKey(one, EVERYTHING)]
    const [first, neighbour] = [await enterBy(key, { clientId }), await enterBy(second, { clientId })]
    const ended = closed(first)
    const next = await enterBy(key, { clientId })
    await ended
    await next.subscribeAsync(partnerTopic.alarms(one.company.uuid))
    expect([watch, neighbour, next].map(({ connected }) => connected)).toEqual([true, true, true])
    const again = await enter(one.device.imei, one.device.password, { clientId })
    expect([again, neighbour, next].map(({ connected }) => connected)).toEqual([true, true, true])
  })

  it('keeps nothing for who is away', async () => {
    const key = await makeKey(one, EVERYTHING)
    const options = { clientId: 'nightly', clean: false } as const
    const client = await enterBy(key, options)
    await client.subscribeAsync(partnerTopic.all(one.company.uuid), { qos: 1 })
    await client.endAsync(true)
    const { received } = await listen(await makeKey(one, EVERYTHING), [partnerTopic.all(one.company.uuid)])
    await measureUntil(() => received.length > 0)
    const back = await connectAsync(product.mqttUrl, {
      ...options,
      username: key.apiKey.prefix,
      password: key.secret,
    })
    const kept: string[] = []
    back.on('message', (topic) => kept.push(topic))
    open.push(back)
    await back.unsubscribeAsync('nothing')
    expect(kept).toEqual([])
  })
})
