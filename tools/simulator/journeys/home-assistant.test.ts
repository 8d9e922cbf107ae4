import { homeTopic } from '@carewatch/contracts/topics'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { testDatabase } from '@carewatch/platform/database/testing'
import { eq } from 'drizzle-orm'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { signIn } from './person.ts'
import { startProductHere } from './product-here.ts'
import type { Place } from './product.ts'

const SOON = { timeout: 30_000, interval: 50 }
/** As Home Assistant subscribes when it starts: to what is announced to it, and to what other makes announce. */
const DISCOVERY = ['homeassistant/+/+/config', 'homeassistant/+/+/+/config', 'tasmota/discovery/#']

let database: Awaited<ReturnType<typeof testDatabase>>
let product: Place
let one: Family
let other: Family
beforeAll(async () => {
  database = await testDatabase()
  // Where it connects to is said only where that is encrypted; what is measured here does not leave this machine.
  product = await startProductHere(database.url, { MQTTS_PORT: '8883', DEVICE_HOST: 'watches.example' })
  const { db } = database
  const company = await createCompany(db)
  const branch = await createBranch(db, company.id)
  one = await createFamily({ companyId: company.id, branchId: branch.id }, 'Miriam')
  other = await createFamily({ companyId: company.id, branchId: branch.id }, 'Walter')
}, 120_000)
afterAll(async () => {
  await Promise.all([...published.values()].map((client) => client.endAsync(true)))
  await product.close()
  await database.drop()
})

/** Somebody who wears a watch, and who is responsible for it. */
async function createFamily(at: { companyId: number; branchId: number }, firstName: string) {
  const { db } = database
  const owner = await createUser(db, { role: 'OWNER', companyId: at.companyId, selectedLanguage: 'de' })
  const device = await createDevice(db, { ...at, ownerId: owner.id })
  const [wearer] = await db
    .insert(wearers)
    .values({ firstName, ...at })
    .returning()
  if (!wearer) throw new Error('nobody')
  const startedAt = new Date(Date.now() - 3_600_000)
  await db.insert(assignments).values({ wearerId: wearer.id, deviceId: device.id, startedAt })
  await db.insert(wearerRelations).values({ wearerId: wearer.id, userId: owner.id, kind: 'OWNER' })
  return { device, owner, person: await signIn(product, owner.email) }
}
type Family = Awaited<ReturnType<typeof createFamily>>
type Made = { secret: string; link: { uuid: string; prefix: string }; broker: unknown }

async function makeLink({ person }: Family): Promise<Made> {
  const { context } = await person.post('/links/new', { kind: 'homeAssistant', password: 'carewatch' })
  // Safe: a link that is not there fails each test.
  return context as Made
}

const open: MqttClient[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.endAsync(true)))
})
async function enter({ link, secret }: Made, options: IClientOptions = {}): Promise<MqttClient> {
  const will = { topic: homeTopic.birth, payload: Buffer.from('offline'), qos: 0, retain: false } as const
  const given = { username: link.prefix, password: secret, reconnectPeriod: 0, will, ...options }
  const client = await connectAsync(product.mqttUrl, given, false)
  client.on('error', () => {})
  open.push(client)
  return client
}

type Component = { platform: string; name: string; state_topic: string; unit_of_measurement?: string }
type Discovery = { device: { name: string }; components: Record<string, Component> }

/** A home as Home Assistant has it: what was announced, and the newest of each topic that it subscribed to for that. */
async function openHome(made: Made) {
  const client = await enter(made)
  const announced = new Map<string, Discovery | null>()
  const states = new Map<string, string>()
  const wanted = new Set<string>()
  client.on('message', (topic, payload) => {
    const text = payload.toString()
    if (!topic.startsWith('homeassistant/')) return void states.set(topic, text)
    const discovery: Discovery | null = text === '' ? null : JSON.parse(text)
    announced.set(topic, discovery)
    const topics = Object.values(discovery?.components ?? {}).map(({ state_topic: state }) => state)
    const fresh = topics.filter((each) => !wanted.has(each))
    for (const each of fresh) wanted.add(each)
    if (fresh.length > 0) client.subscribe(fresh)
  })
  await client.subscribeAsync(DISCOVERY)
  await client.publishAsync(homeTopic.birth, 'online')
  return { client, announced, states }
}

const published = new Map<string, MqttClient>()
async function publishAs(
  { device: { imei, password } }: Family,
  leaf: string,
  message: object,
): Promise<void> {
  const client = published.get(imei) ?? (await connectAsync(product.mqttUrl, { username: imei, password }))
  published.set(imei, client)
  await client.publishAsync(`watch/${imei}/${leaf}`, JSON.stringify(message), { qos: 1 })
}

it('a Home Assistant is told whose watches are its owner’s, what they measure, and nothing of another family', async () => {
  await publishAs(one, 'readings', { heartRate: 64, spo2: 97 })
  await publishAs(other, 'readings', { heartRate: 111 })
  const made = await makeLink(one)
  expect(made.broker).toEqual({ host: 'watches.example', port: 8_883 })
  const home = await openHome(made)
  const { uuid } = one.device
  const pulse = () => JSON.parse(home.states.get(homeTopic.state(uuid, 'heartRate')) ?? '{}').value
  await expect.poll(pulse, SOON).toBe(64)
  const announced = home.announced.get(homeTopic.discovery(uuid))
  expect(announced?.device.name).toBe('Miriam')
  expect(announced?.components['heartRate']).toMatchObject({
    platform: 'sensor',
    name: 'Herzfrequenz',
    unit_of_measurement: 'bpm',
  })
  await publishAs(one, 'readings', { heartRate: 71, temperature: 36.6 })
  await expect.poll(pulse, SOON).toBe(71)
  await expect.poll(() => home.states.has(homeTopic.state(uuid, 'temperature')), SOON).toBe(true)
  await publishAs(other, 'readings', { heartRate: 112 })
  await publishAs(one, 'readings', { heartRate: 72 })
  await expect.poll(pulse, SOON).toBe(72)
  const topics = [...home.announced.keys(), ...home.states.keys()]
  expect(topics.filter((topic) => topic.includes(other.device.uuid))).toEqual([])
})

it('rings at home while an alarm is open, says who answers it, and no longer when it ended', async () => {
  const home = await openHome(await makeLink(one))
  const topic = homeTopic.state(one.device.uuid, 'alarm')
  const alarm = () => JSON.parse(home.states.get(topic) ?? '{}')
  await expect.poll(() => alarm().state, SOON).toBe('OFF')
  await publishAs(one, 'event', { type: 'SOS' })
  await expect.poll(() => alarm().state, SOON).toBe('ON')
  expect(alarm().attributes).toMatchObject({ severity: 'CRITICAL', answered_by: null, open: 1 })
  expect(alarm().attributes.message).toContain('SOS')
  await one.person.post(`/notification/acknowledge/${one.device.imei}`)
  await vi.waitFor(() => expect(alarm().attributes.answered_by).not.toBeNull(), SOON)
  expect(alarm().state).toBe('ON')
  await database.db
    .update(alarms)
    .set({ closedAt: new Date(), active: false })
    .where(eq(alarms.deviceId, one.device.id))
  await publishAs(one, 'readings', { heartRate: 70 })
  await expect.poll(() => alarm().state, SOON).toBe('OFF')
})

it('reads nothing but what is told to it, and publishes to nobody', async () => {
  const made = await makeLink(one)
  const client = await enter(made)
  const asked = [
    '#',
    '+/+/readings',
    'partners/#',
    `watch/${one.device.imei}/#`,
    'live/#',
    '$SYS/#',
    'carewatch/#',
  ]
  const granted = await client.subscribeAsync(asked).catch(() => [])
  const taken = granted.filter(({ qos }) => qos < 128).map(({ topic }) => topic)
  expect(taken.filter((topic) => topic !== 'carewatch/#')).toEqual([])
  const received: string[] = []
  const watcher = await openHome(await makeLink(other))
  watcher.client.on('message', (topic) => received.push(topic))
  await client.publishAsync(homeTopic.state(other.device.uuid, 'alarm'), '{"state":"ON"}', { retain: true })
  await client.publishAsync(`watch/${one.device.imei}/event`, '{"type":"SOS"}')
  await publishAs(other, 'readings', { heartRate: 113 })
  await expect.poll(() => received.length, SOON).toBeGreaterThan(0)
  const latest = JSON.parse(
    watcher.states.get(homeTopic.state(other.device.uuid, 'alarm')) ?? '{"state":"OFF"}',
  )
  expect(latest.state).toBe('OFF')
})

it('is thrown out as its owner switches it off, and let in by the newest secret alone', async () => {
  const former = await makeLink(other)
  const client = await enter(former)
  const closed = new Promise<void>((done) => client.once('close', () => done()))
  await other.person.post(`/links/end/${former.link.uuid}`)
  await closed
  await expect(enter(former)).rejects.toThrow('Connection refused')
  const made = await makeLink(other)
  const wrong = { ...made, secret: former.secret }
  await expect(enter(wrong)).rejects.toThrow('Connection refused')
  await expect(enter(made)).resolves.toBeDefined()
})
