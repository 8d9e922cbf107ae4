import { setTimeout as wait } from 'node:timers/promises'
import { decideRoom } from '@carewatch/contracts/rules/rooms/decide-room'
import { type GatewayPlacement, nowhere } from '@carewatch/contracts/rules/rooms/whereabouts'
import { calibrated, uncalibrated } from '@carewatch/contracts/rules/rooms/model-deciders'
import { type CreateDecider, scoreDecision } from '@carewatch/contracts/rules/rooms/score-decision'
import { measureDecision } from '@carewatch/contracts/rules/rooms/measure-decision'
import {
  createChance,
  type Floor,
  strengthAt,
  somewhereIn,
} from '@carewatch/contracts/rules/rooms/radio-model'
import { createThinning } from '@carewatch/rules-engine/presences/thin-sightings'
import pg from 'pg'
import type { Bench } from '../bench.ts'
import { percentile, type Figure } from '../figures.ts'
import { type Gateway, openGateway } from '../load/gateway.ts'
import { coresText, watchCores } from '../harness/cpu.ts'
import { startProduct } from '../harness/product.ts'
import { makeWard, ROOMS, TAGS, type Ward } from '../harness/ward.ts'

const SECOND_MS = 1_000
const STEADY_S = 20
const FLAT_OUT_MS = 6_000
/** Messages in flight on each line while it gives all it has. */
const WINDOW = 4
const floor: Floor = { columns: 5, rows: 2 }

type Sender = { room: number; gateway: Gateway }

/** Each tag stays in a room of its own all the while. */
const spotsOf = (chance: () => number) =>
  Array.from({ length: TAGS }, (_, tag) => ({
    room: tag % ROOMS,
    spot: somewhereIn(floor, tag % ROOMS, chance),
  }))

const open = (port: number, { gateways }: Ward): Promise<Sender[]> =>
  Promise.all(
    gateways.map(async ({ room, ...account }) => ({ room, gateway: await openGateway(port, account) })),
  )

/** Ten gateways that each receive fifty tags each second, as long as asked for. */
async function steadily(
  senders: readonly Sender[],
  { tags }: Ward,
): Promise<{ sightings: number; ms: number[] }> {
  const chance = createChance(7)
  const spots = spotsOf(chance)
  const sent: Promise<number>[] = []
  let sightings = 0
  for (let second = 0; second < STEADY_S; second++) {
    const time = Date.now()
    for (const { room, gateway } of senders) {
      // Also those that are too faint: the most there can be.
      const beacons = tags.map((mac, tag) => {
        const spot = spots[tag]?.spot ?? { x: 0, y: 0 }
        return { mac, rssi: strengthAt(floor, { room, spot }, chance) ?? -96 }
      })
      sightings += beacons.length
      sent.push(gateway.publishLive({ time, beacons }))
    }
    await wait(time + SECOND_MS - Date.now())
  }
  return { sightings, ms: await Promise.all(sent) }
}

/** Every line always has some messages on their way; each is of a second of its own, long ago, so that all are kept. */
async function flatOut(
  senders: readonly Sender[],
  { tags }: Ward,
): Promise<{ sightings: number; seconds: number }> {
  const startedAt = performance.now()
  const from = Date.now() - 20 * 3_600 * SECOND_MS
  const beacons = tags.map((mac) => ({ mac, rssi: -70 }))
  let sightings = 0
  const keepSending = async (gateway: Gateway, offset: number) => {
    for (let second = offset; performance.now() - startedAt < FLAT_OUT_MS; second += WINDOW) {
      await gateway.publishLive({ time: from + second * SECOND_MS, beacons })
      sightings += beacons.length
    }
  }
  await Promise.all(
    senders.flatMap(({ gateway }) =>
      Array.from({ length: WINDOW }, (_, offset) => keepSending(gateway, offset)),
    ),
  )
  return { sightings, seconds: (performance.now() - startedAt) / SECOND_MS }
}

const RIGHT = `
select count(*)::int as right from presences p join beacons b on b.id = p.beacon_id join rooms r on r.id = p.room_id
where p.until is null and r.name = 'Room ' || (substr(b.name, 5)::int % $1::int)`

async function ask<Row extends object>(
  databaseUrl: string,
  query: string,
  values: unknown[] = [],
): Promise<Row | undefined> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<Row>(query, values)
    return rows[0]
  } finally {
    await client.end()
  }
}

const countOf = async (databaseUrl: string): Promise<number> =>
  (await ask<{ count: number }>(databaseUrl, 'select count(*)::int from sightings'))?.count ?? 0

/** How long one decision for one tag takes, of ten gateways that receive it. */
function decisionMicroseconds(): number {
  const gateways = new Map<number, GatewayPlacement>(
    Array.from({ length: ROOMS }, (_, room) => [
      room,
      { roomId: room, offset: 0, reportsEveryMs: null, lastMessageAt: null, state: 'up' },
    ]),
  )
  const levels = new Map(Array.from({ length: ROOMS }, (_, room) => [room, { dbm: -60 - room, time: 0 }]))
  let state = { ...nowhere(0), levels }
  const times = 100_000
  const startedAt = performance.now()
  for (let time = 0; time < times; time++) state = { ...decideRoom(state, gateways, 0), levels }
  return ((performance.now() - startedAt) * 1_000) / times
}

/** A minute of five hundred sightings a second, an hour later: how long making room takes. */
async function thinningMs(databaseUrl: string): Promise<number> {
  const now = Date.now()
  const minute = new Date(Math.floor(now / 60_000) * 60_000 - 3_600_000 - 60_000)
  await ask(
    databaseUrl,
    `insert into sightings (gateway_id, beacon_id, time, rssi)
     select g.id, b.id, $1::timestamptz + s * interval '1 second', -60 from gateways g, beacons b, generate_series(0, 59) s on conflict do nothing`,
    [minute],
  )
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const thin = createThinning(minute.getTime())
  const startedAt = performance.now()
  await thin(client, now)
  const ms = performance.now() - startedAt
  await client.end()
  return ms
}

/** Of wards and people by which no constant was chosen. */
const HELD = { wards: 20, people: 4, seed: 4_000 }
/** Over minutes things swing by so much more than the walk could know. */
const FADES_DB = 3

type Goal = { name: string; create: CreateDecider; rightPercent: number }

/** What the decision is worth in a ward of six rooms, with a wall that leaks and a gateway that goes down. */
function scoreRows({ name, create, rightPercent }: Goal): Figure[] {
  const score = scoreDecision(create, HELD)
  const faded = scoreDecision(create, { ...HELD, fadesDb: FADES_DB })
  const percent = (share: number): string => `${(share * 100).toFixed(2)} %`
  const bins = score.reliability.map(({ from, claims, right }) => `${from}: ${percent(right)} of ${claims}`)
  const row = (what: string, unit: string, value: number, rest: Partial<Figure>): Figure => ({
    name: `${name}: ${what}`,
    unit,
    value,
    limits: [],
    ...rest,
  })
  return [
    row('the right room', '%', score.rightShare * 100, {
      target: { least: rightPercent },
      note: `${percent(faded.rightShare)} with fades of ${FADES_DB} dB; right by confidence, from ${bins.join(', ')}`,
    }),
    row('until whoever came in is shown there, p90', 's', score.shownSeconds, { target: { most: 15 } }),
    row('changes of room at rest', 'per hour', score.changesPerHour, {
      target: { most: 20 },
      note: `${faded.changesPerHour.toFixed(1)} with fades`,
    }),
    row('of who is in the room of a gateway that is down, in another', '%', score.wrongOfStayed * 100, {
      target: { most: 0 },
      note: `${percent(score.wrongOfCame)} of who came later; of who is elsewhere meanwhile ${percent(score.unknownOfOthers)} unknown; with fades ${percent(faded.wrongOfStayed)} and ${percent(faded.wrongOfCame)}`,
    }),
  ]
}

const steadyCount = STEADY_S * ROOMS * TAGS

export async function roomRows(bench: Bench): Promise<Figure[]> {
  const { cluster, progress } = bench
  const url = await cluster.freshDatabase('rooms')
  const ward = await makeWard(url)
  const product = await startProduct(url)
  const senders = await open(product.mqttPort, ward)

  progress(`rooms: ${ROOMS} gateways, ${TAGS} tags each, once a second for ${STEADY_S} s`)
  const watching = watchCores({ ...product.parts, postgres: cluster.pid })
  const steady = await steadily(senders, ward)
  const cores = watching()
  const right = (await ask<{ right: number }>(url, RIGHT, [ROOMS]))?.right ?? 0
  const stored = await countOf(url)
  progress('rooms: as many as it takes')
  const most = await flatOut(senders, ward)
  const missing = steady.sightings + most.sightings - (await countOf(url))
  for (const { gateway } of senders) gateway.close()
  await product.end()
  progress('rooms: decisions, and thinning')
  const { wrongShare, changesPerHour, decisions } = measureDecision({ beacons: 20, seed: 1 })
  const thinning = await thinningMs(url)

  const row = (name: string, unit: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    name,
    unit,
    value,
    limits: [],
    ...rest,
  })
  return [
    row('sightings stored, 10 gateways x 50 beacons x 1/s', 'sightings/s', stored / STEADY_S, {
      target: { least: (steadyCount / STEADY_S) * 0.99 },
      note: `acknowledged after p50 ${percentile(steady.ms, 0.5).toFixed(1)} ms, p99 ${percentile(steady.ms, 0.99).toFixed(1)} ms; cores: ${coresText(cores)}`,
    }),
    row('tags in their right room at the end of it', 'of 50', right, { target: { least: TAGS * 0.95 } }),
    row('sightings stored, the most it takes', 'sightings/s', most.sightings / most.seconds, {
      target: { least: 500 },
    }),
    row('acknowledged sightings missing in the table', 'sightings', Math.max(0, missing), {
      target: { most: 0 },
    }),
    row('wrong room, of people who walk and stay', '%', wrongShare * 100, {
      target: { most: 5 },
      note: `${decisions} decisions on a floor of eight rooms, sigma 2.5 dB, 10 % fades of -6 dB`,
    }),
    row('spurious changes of room at rest', 'per hour', changesPerHour, { target: { most: 1 } }),
    ...scoreRows({ name: 'ward, not calibrated', create: uncalibrated, rightPercent: 85 }),
    ...scoreRows({ name: 'ward, calibrated', create: calibrated, rightPercent: 90 }),
    row('one decision for one beacon, heard by ten gateways', 'us', decisionMicroseconds()),
    row('thinning one minute of 500 sightings/s', 'ms', thinning, { target: { most: 6_000 } }),
  ]
}
