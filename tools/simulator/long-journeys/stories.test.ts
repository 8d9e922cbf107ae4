import type { AlarmKind } from '@carewatch/contracts/alarms'
import type { LiveMessage } from '@carewatch/contracts/events'
import type { ScenarioName } from '@carewatch/contracts/simulator'
import {
  createBeacon,
  createBranch,
  createCompany,
  createDevice,
  createGateway,
  createRoom,
  createUser,
} from '@carewatch/migrations/factories'
import { branchNurses } from '@carewatch/migrations/schema/people'
import { assignments, clockRounds, wearerRoutines, wearers } from '@carewatch/migrations/schema/wearers'
import { openRelational } from '@carewatch/platform/database/client'
import { sql } from 'drizzle-orm'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCluster } from '../journeys/cluster.ts'
import { signIn } from '../journeys/person.ts'
import { type Product, startProduct } from '../journeys/product.ts'
import { published } from '../journeys/watches.ts'
import { within } from '../journeys/within.ts'
import { scenarios } from '../scenarios/index.ts'
import type { Step } from '../scenarios/scenario.ts'
import { startFleet } from '../src/fleet.ts'
import { createWatch } from '../src/watch.ts'

const long = new Date(Date.now() - 240 * 3_600_000)

let cluster: Awaited<ReturnType<typeof openCluster>>
let product: Product
let db: ReturnType<typeof openRelational>
beforeAll(async () => {
  cluster = await openCluster()
  db = openRelational(cluster.url, 2)
  // As of a product that has run for days.
  await db.db.insert(clockRounds).values({ at: new Date(), steadySince: long })
  product = await startProduct(cluster.url)
})
afterAll(async () => {
  await db.close()
  await product.close()
  await cluster.close()
})

/** Where it is about noon now, whatever hour it is here. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

type Place = { companyId: number; branchId: number }

/** Somebody who wears a watch of the simulator. */
async function newPerson(place: Place, seed: number) {
  const { id: deviceId, imei, password } = await createDevice(db.db, place)
  const name = `Ruth ${seed}`
  const [wearer] = await db.db
    .insert(wearers)
    .values({ firstName: name, ...place })
    .returning()
  const wearerId = wearer?.id ?? 0
  await db.db.insert(assignments).values({ wearerId, deviceId, startedAt: long })
  const credentials = { imei, password, seed, name, home: { lat: 32.8, lng: 34.98 } }
  return { wearerId, deviceId, credentials }
}

/** A branch with so many people, its nurse, and what comes to her screen. */
async function newBranch(watches: number) {
  const { id: companyId } = await createCompany(db.db)
  const { id: branchId } = await createBranch(db.db, companyId, { timeZone: zoneAtNoon() })
  const place = { companyId, branchId }
  const nurse = await createUser(db.db, { role: 'SUPERVISOR', ...place })
  await db.db.insert(branchNurses).values({ branchId, userId: nurse.id })
  const people = await Promise.all(Array.from({ length: watches }, (_, seed) => newPerson(place, seed + 1)))
  const screen = await (await signIn(product, nurse.email)).listen()
  type Notified = Extract<LiveMessage, { type: 'notification' }>
  const comes = (change: string, kind: AlarmKind) => {
    const passes = (message: LiveMessage): message is Notified =>
      message.type === 'notification' && message.change === change && message.notification.kind === kind
    return within(180_000, screen.next(passes), () => `nobody received that ${kind} was ${change}`)
  }
  const problems: string[] = []
  const fleet = startFleet(
    { watches: people.map(({ credentials }) => credentials), gateways: [] },
    {
      url: product.mqttUrl,
      // Nothing but the story is said.
      everyMs: 3_600_000,
      speed: 1,
      onProblem: ({ message }) => void problems.push(message),
    },
  )
  await Promise.all(fleet.watches.map((watch) => watch.ready()))
  const end = async () => {
    screen.close()
    await fleet.close()
  }
  return { place, people, comes, fleet, end }
}

/** The story is played to its end beside what is looked for. */
async function plays(scenario: ScenarioName, expected: readonly [string, AlarmKind][]) {
  const { people, comes, fleet, end } = await newBranch(1)
  const [{ wearerId } = { wearerId: 0 }] = people
  await db.db.insert(wearerRoutines).values({
    wearerId,
    checkInBy: scenario === 'late-check-in' ? '10:00' : null,
    checkInSince: long,
  })
  const played = fleet.play(scenario, 0)
  for (const [change, kind] of expected) await comes(change, kind)
  await played
  await end()
}

it.concurrent.each<[ScenarioName, [string, AlarmKind][]]>([
  [
    'late-check-in',
    [
      ['opened', 'CHECK_IN_MISSED'],
      ['cleared', 'CHECK_IN_MISSED'],
    ],
  ],
  [
    'infection',
    [
      ['opened', 'DETERIORATION'],
      ['cleared', 'DETERIORATION'],
    ],
  ],
  ['two-of-one', [['opened', 'IDENTITY_CONFLICT']]],
  ['unknown-alarm', [['opened', 'UNKNOWN_ALARM']]],
])('the story %s comes to a nurse', { timeout: 300_000 }, plays)

it.concurrent(
  'the story no-movement comes to a nurse, its hour told at once',
  { timeout: 300_000 },
  async () => {
    const { place, comes, end } = await newBranch(0)
    const { wearerId, credentials } = await newPerson(place, 1)
    const watch = createWatch(credentials, {
      url: product.mqttUrl,
      everyMs: 3_600_000,
      speed: 1,
      startedAt: Date.now(),
      onProblem: () => {},
    })
    await watch.ready()
    await db.db.insert(wearerRoutines).values({
      wearerId,
      inactivityMinutes: 60,
      inactivitySince: long,
      dayFrom: '00:00',
      dayTo: '23:59',
    })
    const { story, timeline } = scenarios['no-movement']
    const HOUR = 3_600_000
    const isWalk = ({ atMs }: Step) => atMs > HOUR + 5 * 60_000
    await watch.play({
      story,
      timeline: (opening) =>
        timeline({ ...opening, now: opening.now - HOUR - 5 * 60_000 })
          .filter((step) => !isWalk(step))
          .map((step) => ({ ...step, atMs: 0 })),
    })
    await comes('opened', 'INACTIVITY')
    await watch.play({
      story,
      timeline: (opening) => {
        const walks = timeline(opening).filter(isWalk)
        return timeline({ ...opening, now: opening.now - (walks[0]?.atMs ?? 0) })
          .filter(isWalk)
          .slice(0, 1)
          .map((step) => ({ ...step, atMs: 0 }))
      },
    })
    await comes('cleared', 'INACTIVITY')
    await watch.close()
    await end()
  },
)

it.concurrent('the story outage is one alarm to a nurse', { timeout: 300_000 }, async () => {
  const { place, people, comes, fleet, end } = await newBranch(6)
  const online = sql`select from device_status st join devices d on d.id = st.device_id where d.branch_id = ${place.branchId} and st.online`
  await expect.poll(async () => (await db.db.execute(online)).rows.length, { timeout: 30_000 }).toBe(6)
  // What they said first is written a moment later: it would be the last that is known of them.
  const written = sql`select from device_status st join devices d on d.id = st.device_id where d.branch_id = ${place.branchId} and st.battery is not null`
  await expect.poll(async () => (await db.db.execute(written)).rows.length, { timeout: 30_000 }).toBe(6)
  // Their return is an hour and three quarters later: the end of the test ends the story.
  fleet.play('outage', 0).catch(() => {})
  await expect.poll(async () => (await db.db.execute(online)).rows.length, { timeout: 30_000 }).toBe(0)
  await db.db.execute(sql`update broker_nodes set started_at = ${long.toISOString()}`)
  await db.db.execute(
    sql`update device_status set last_seen_at = now() - interval '91 minutes', proven_seen_at = now() - interval '91 minutes'
      where device_id = any(${sql.param(people.map(({ deviceId }) => deviceId))}::int[])`,
  )
  expect(await comes('opened', 'OUTAGE')).toMatchObject({ notification: { value: 6 } })
  await end()
})

it.concurrent('each button of a remote does what it was set to', { timeout: 120_000 }, async () => {
  const { place, people, comes, end } = await newBranch(1)
  const [{ wearerId, deviceId } = { wearerId: 0, deviceId: 0 }] = people
  await db.db.insert(wearerRoutines).values({ wearerId, checkInBy: '10:00', checkInSince: long })
  await comes('opened', 'CHECK_IN_MISSED')
  const { id: roomId } = await createRoom(db.db, place.branchId)
  const { mac: username, password } = await createGateway(db.db, { ...place, roomId })
  const remote = await createBeacon(db.db, {
    branchId: place.branchId,
    deviceId,
    deviceType: 'BUTTON',
    buttons: { button: 'CHECK_IN', button2: 'SOS', button3: 'NOTHING' },
  })
  const gateway = await connectAsync(product.mqttUrl, { username, password, clientId: username })
  const press = (button: string, packetId: number) =>
    published(
      gateway,
      `gateway/${username}/scan`,
      JSON.stringify({
        time: Date.now(),
        beacons: [{ mac: remote.mac, rssi: -60, [button]: 'PRESS', packetId }],
      }),
    )
  await press('button3', 1)
  await press('button', 2)
  await comes('cleared', 'CHECK_IN_MISSED')
  const calls = sql`select from alarms where device_id = ${deviceId} and kind = 'SOS'`
  expect((await db.db.execute(calls)).rows).toEqual([])
  await press('button2', 3)
  await comes('opened', 'SOS')
  await gateway.endAsync(true)
  await end()
})
