import type { LiveMessage } from '@carewatch/contracts/events'
import { openRelational } from '@carewatch/platform/database/client'
import {
  createBeacon,
  createBranch,
  createCompany,
  createDevice,
  createGateway,
  createRoom,
  createUser,
} from '@carewatch/migrations/factories'
import { connectAsync, type MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCluster } from './cluster.ts'
import { isNotification, signIn } from './person.ts'
import { published } from './watches.ts'
import { within } from './within.ts'
import { startProduct, type Product } from './product.ts'

let cluster: Awaited<ReturnType<typeof openCluster>>
let product: Product
let db: ReturnType<typeof openRelational>
beforeAll(async () => {
  cluster = await openCluster()
  product = await startProduct(cluster.url)
  db = openRelational(cluster.url, 2)
})
afterAll(async () => {
  await db.close()
  await product.close()
  await cluster.close()
})

type Gateway = { id: number; mac: string; client: MqttClient }

/** Two rooms, a gateway in each, and a nurse. */
async function newBranch() {
  const company = await createCompany(db.db)
  const place = { companyId: company.id, branchId: (await createBranch(db.db, company.id)).id }
  const nurse = await createUser(db.db, { role: 'SUPERVISOR', ...place })
  const rooms = [await createRoom(db.db, place.branchId), await createRoom(db.db, place.branchId)] as const
  const enter = async (roomId: number): Promise<Gateway> => {
    const { id, mac, password } = await createGateway(db.db, { ...place, roomId })
    const client = await connectAsync(product.mqttUrl, {
      username: mac,
      password,
      clientId: mac,
      clean: false,
      reconnectPeriod: 200,
    })
    client.on('error', () => {})
    return { id, mac, client }
  }
  return { place, nurse, rooms, here: await enter(rooms[0].id), there: await enter(rooms[1].id) }
}

const scan = ({ client, mac }: Gateway, time: number, ...beacons: object[]) =>
  published(client, `gateway/${mac}/scan`, JSON.stringify({ time, beacons }))

it('shows a nurse that there is water, who is in the room, and who calls for help', async () => {
  const { place, nurse, rooms, here, there } = await newBranch()
  const inRoom = { branchId: place.branchId, roomId: rooms[0].id }
  const water = await createBeacon(db.db, { ...inRoom, deviceType: 'WATER' })
  const button = await createBeacon(db.db, { ...inRoom, deviceType: 'BUTTON' })
  const watch = await createDevice(db.db, place)
  const tag = await createBeacon(db.db, { branchId: place.branchId, deviceId: watch.id })
  const person = await signIn(product, nurse.email)
  const screen = await person.listen()

  const now = Date.now()
  await scan(here, now, { mac: water.mac, rssi: -60, water: true }, { mac: tag.mac, rssi: -60 })
  await scan(there, now + 50, { mac: water.mac, rssi: -80, water: true }, { mac: tag.mac, rssi: -78 })
  const isOpened = isNotification('opened')
  const wet = await within(10_000, screen.next(isOpened), () => 'nobody received the alarm of the water')
  expect(wet.notification).toMatchObject({ kind: 'WATER', roomName: rooms[0].name, beaconName: water.name })

  await scan(there, Date.now(), { mac: button.mac, rssi: -70, button: 'PRESS' })
  await scan(here, Date.now(), { mac: button.mac, rssi: -60, button: 'PRESS' })
  const isCry = (message: LiveMessage): message is Extract<LiveMessage, { type: 'notification' }> =>
    isOpened(message) && message.notification.kind === 'SOS'
  await within(10_000, screen.next(isCry), () => 'nobody received the call')
  const isMoved = (message: LiveMessage): message is Extract<LiveMessage, { type: 'rooms' }> =>
    message.type === 'rooms'
  await within(10_000, screen.next(isMoved), () => 'nobody received that somebody came')

  const view = async () => {
    const { context } = await person.get('/blt/interaction/getRoomsData')
    // Safe: as the interface describes it.
    const all = context.rooms as { uuid: string; beacons: { macAddress: string }[]; facts: object[] }[]
    return all.find(({ uuid }) => uuid === rooms[0].uuid)
  }
  await expect
    .poll(async () => (await view())?.beacons.map(({ macAddress }) => macAddress), { timeout: 10_000 })
    .toContain(tag.mac)
  expect((await view())?.facts).toContainEqual(expect.objectContaining({ fact: 'water', value: true }))
  const { context } = await person.get('/alarms')
  expect((context.alarms as object[]).length).toBe(2)
  screen.close()
  for (const { client } of [here, there]) await client.endAsync(true)
})

it(
  'loses nothing that a gateway was answered for, and tells each fact once, in six kills',
  { timeout: 120_000 },
  async () => {
    const { place, here, there } = await newBranch()
    const inBranch = { branchId: place.branchId }
    const door = await createBeacon(db.db, { ...inBranch, deviceType: 'DOOR' })
    const from = Date.now() - 600_000
    const sent: { gateway: Gateway; time: number }[] = []
    const answers: Promise<unknown>[] = []
    const { broker, rulesEngine } = product.parts
    const steps = 120
    for (let step = 0; step < steps; step++) {
      // It opens and closes every ten seconds of its own time; both receive it, the second a little later.
      const beacon = { mac: door.mac, rssi: -60, door: Math.floor(step / 10) % 2 === 1, packetId: step % 256 }
      for (const [gateway, laterMs] of [
        [here, 0],
        [there, 120],
      ] as const) {
        const time = from + step * 1_000 + laterMs
        sent.push({ gateway, time })
        answers.push(scan(gateway, time, beacon))
      }
      await new Promise((done) => setTimeout(done, 40))
      if (step % 20 !== 10) continue
      const part = step % 40 === 10 ? broker : rulesEngine
      await expect.poll(part.pid, { timeout: 10_000 }).toBeDefined()
      process.kill(part.pid() ?? 0, 'SIGKILL')
    }
    await within(60_000, Promise.all(answers), () => 'a scan was never acknowledged')

    const client = new pg.Client(cluster.url)
    await client.connect()
    const { rows } = await client.query<{ key: string }>(
      `select gateway_id || ' ' || (extract(epoch from time) * 1000)::int8 as key from sightings where beacon_id = $1`,
      [door.id],
    )
    expect(rows.map(({ key }) => key).toSorted()).toEqual(
      sent.map(({ gateway, time }) => `${gateway.id} ${time}`).toSorted(),
    )
    const pendingEvaluations = async () =>
      (await client.query('select count(*)::int from pending_evaluations')).rows[0]?.count
    await expect.poll(pendingEvaluations, { timeout: 20_000 }).toBe(0)
    const last = await client.query('select value from beacon_facts where beacon_id = $1', [door.id])
    expect(last.rows).toEqual([{ value: Math.floor((steps - 1) / 10) % 2 === 1 }])
    const alarms = await client.query(
      `select kind, count(*)::int as alarms, sum(count)::int as times from alarms where beacon_id = $1 group by 1 order by 1`,
      [door.id],
    )
    expect(alarms.rows.map(({ kind, alarms }) => `${kind} ${alarms}`)).toEqual([
      'DOOR_CLOSED 1',
      'DOOR_OPENED 1',
    ])
    await client.end()
    for (const gateway of [here, there]) await gateway.client.endAsync(true)
  },
)
