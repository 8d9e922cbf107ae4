import type { LiveEvent } from '@carewatch/contracts/events'
import {
  createBeacon,
  createBranch,
  createCompany,
  createGateway,
  createRoom,
} from '@carewatch/migrations/factories'
import type { beacons } from '@carewatch/migrations/schema/rooms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { createRuleMemory } from '../evaluate/rule-memory.ts'
import { startHarness, type EngineHarness } from '../testing.ts'
import { createRoomContext } from '../rooms/evaluate-room-facts.ts'
import { createCalibrations } from './calibrations.ts'
import { createPresenceDecision } from './decide-presences.ts'
import { readGatewayStatus } from './gateway-status.ts'
import { createRoomPublisher } from '../rooms/publish-rooms.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const noon = Date.parse('2026-11-21T12:00:00Z')

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** Two rooms with a gateway each, and a tag that may be in the first. */
async function newFloor(values: Partial<typeof beacons.$inferInsert> = {}) {
  // Every judge looks after all houses.
  await harness.owner.query('update beacons set is_active = false')
  const { id: companyId } = await createCompany(harness.db)
  const { id: branchId } = await createBranch(harness.db, companyId, { timeZone: 'UTC' })
  const place = { companyId, branchId, online: true, lastMessageAt: new Date() }
  const [own, other] = [
    await createRoom(harness.db, branchId, { name: 'own' }),
    await createRoom(harness.db, branchId, { name: 'other' }),
  ]
  const here = await createGateway(harness.db, { ...place, roomId: own.id })
  const there = await createGateway(harness.db, { ...place, roomId: other.id })
  const nowhere = await createGateway(harness.db, place)
  const tag = await createBeacon(harness.db, { branchId, ...values })
  return { own, other, here, there, nowhere, tag }
}
type Made = Awaited<ReturnType<typeof newFloor>>
type Gateway = { id: number }

const addSighting = async (
  { tag }: Pick<Made, 'tag'>,
  { gateway, rssi, at }: { gateway: Gateway; rssi: number; at: number },
) => {
  const time = new Date(at)
  await harness.owner.query(
    'insert into sightings (gateway_id, beacon_id, time, rssi) values ($1, $2, $3, $4) on conflict do nothing',
    [gateway.id, tag.id, time, rssi],
  )
  await harness.owner.query('update beacons set last_seen_at = $2 where id = $1', [tag.id, time])
}

function newDecision() {
  const decision = createPresenceDecision()
  const published: LiveEvent[] = []
  const context = {
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    rooms: createRoomContext(),
    publish: (_: string, event: LiveEvent) => void published.push(event),
  }
  return {
    /** A decision; answers which alarms it changed. */
    at: async (time: number): Promise<string[]> => {
      published.splice(0)
      await decision.decide(context, time)
      return published.flatMap((event) =>
        event.type === 'notification' ? [`${event.change} ${event.notification.kind}`] : [],
      )
    },
  }
}

const presencesOf = async ({ tag }: Made) =>
  (
    await harness.owner.query(
      `select r.name as room, (extract(epoch from p.since) - $2::float8 / 1000)::int as since,
         (extract(epoch from p.until) - $2::float8 / 1000)::int as until, round(p.confidence::numeric, 2)::float8 as confidence
       from presences p left join rooms r on r.id = p.room_id where p.beacon_id = $1 order by p.id`,
      [tag.id, noon],
    )
  ).rows

describe('where a tag is', () => {
  it('is written when it comes and when it goes, by the gateway that hears it best', async () => {
    const floor = await newFloor()
    const decision = newDecision()
    await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon })
    await addSighting(floor, { gateway: floor.there, rssi: -70, at: noon })
    await decision.at(noon + SECOND)
    await decision.at(noon + 4 * SECOND)
    expect(await presencesOf(floor)).toEqual([{ room: 'own', since: 1, until: null, confidence: 0.5 }])
    await addSighting(floor, { gateway: floor.there, rssi: -20, at: noon + 6 * SECOND })
    await decision.at(noon + 7 * SECOND)
    await decision.at(noon + 60 * SECOND)
    await decision.at(noon + 97 * SECOND)
    expect(await presencesOf(floor)).toEqual([
      { room: 'own', since: 1, until: 7, confidence: 0.5 },
      { room: 'other', since: 7, until: 97, confidence: 1 },
      { room: null, since: 97, until: null, confidence: 1 },
    ])
  })

  it('is remembered after a restart, without a second row', async () => {
    const floor = await newFloor()
    await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon })
    await newDecision().at(noon + SECOND)
    await addSighting(floor, { gateway: floor.there, rssi: -58, at: noon + 2 * SECOND })
    const decision = newDecision()
    await decision.at(noon + 4 * SECOND)
    expect(await presencesOf(floor)).toMatchObject([{ room: 'own', since: 1, until: null }])
  })

  it('is nowhere for a gateway that stands in no room, and counts no more when it is switched off', async () => {
    const floor = await newFloor()
    const decision = newDecision()
    await addSighting(floor, { gateway: floor.nowhere, rssi: -30, at: noon })
    await decision.at(noon + SECOND)
    expect(await presencesOf(floor)).toEqual([])
    await addSighting(floor, { gateway: floor.here, rssi: -80, at: noon + 2 * SECOND })
    await decision.at(noon + 3 * SECOND)
    expect(await presencesOf(floor)).toMatchObject([{ room: 'own', until: null }])
    await harness.owner.query('update beacons set is_active = false where id = $1', [floor.tag.id])
    await decision.at(noon + 6 * SECOND)
    const { rows } = await harness.owner.query(
      'select from presences where beacon_id = $1 and until is null',
      [floor.tag.id],
    )
    expect(rows).toEqual([])
  })
})

/** So long ago that a gateway which said nothing since is down. */
const silence = (gateway: Gateway, seconds: number) =>
  harness.owner.query(
    `update gateways set online = $3, last_message_at = now() - $2 * interval '1 second' where id = $1`,
    [gateway.id, seconds, seconds < 30],
  )
const unknownOf = async ({ tag }: Made) =>
  (
    await harness.owner.query(
      `select p.unknown, r.name as "lastRoom", l.name as room from presences p left join rooms r on r.id = p.last_room_id
         left join rooms l on l.id = p.room_id where p.beacon_id = $1 order by p.id`,
      [tag.id],
    )
  ).rows

describe('whoever was last near a gateway that is down', () => {
  it('is held where they were at first, then unknown, also over a restart, and found when it is back', async () => {
    const floor = await newFloor()
    await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon })
    await addSighting(floor, { gateway: floor.there, rssi: -75, at: noon })
    const decision = newDecision()
    await decision.at(noon + SECOND)
    await silence(floor.here, 15)
    await addSighting(floor, { gateway: floor.there, rssi: -68, at: noon + 18 * SECOND })
    await decision.at(noon + 19 * SECOND)
    expect(await unknownOf(floor)).toEqual([{ unknown: null, lastRoom: null, room: 'own' }])
    await silence(floor.here, 60)
    await decision.at(noon + 22 * SECOND)
    const unknown = { unknown: 'GATEWAY_DOWN', lastRoom: 'own', room: null }
    expect((await unknownOf(floor)).slice(1)).toEqual([unknown])
    const restarted = newDecision()
    await addSighting(floor, { gateway: floor.there, rssi: -66, at: noon + 40 * SECOND })
    await restarted.at(noon + 41 * SECOND)
    await restarted.at(noon + 600 * SECOND)
    expect((await unknownOf(floor)).slice(1)).toEqual([unknown])
    await silence(floor.here, 0)
    await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + 601 * SECOND })
    await restarted.at(noon + 603 * SECOND)
    expect((await unknownOf(floor)).slice(2)).toEqual([{ unknown: null, lastRoom: null, room: 'own' }])
  })

  it('raises and ends no alarm while that is so', async () => {
    const floor = await newFloor()
    await harness.owner.query('update beacons set room_id = $2 where id = $1', [floor.tag.id, floor.own.id])
    const decision = newDecision()
    await addSighting(floor, { gateway: floor.there, rssi: -60, at: noon })
    await addSighting(floor, { gateway: floor.here, rssi: -70, at: noon })
    await decision.at(noon + SECOND)
    expect(await decision.at(noon + 4 * SECOND)).toEqual(['opened BEACON_NOT_ALLOWED'])
    await silence(floor.there, 60)
    for (const at of [7, 10, 13, 16]) {
      await addSighting(floor, { gateway: floor.here, rssi: -68, at: noon + at * SECOND })
      expect(await decision.at(noon + at * SECOND)).toEqual([])
    }
    expect((await unknownOf(floor)).at(-1)).toEqual({
      unknown: 'GATEWAY_DOWN',
      lastRoom: 'other',
      room: null,
    })
  })
})

/** The first gateway receives what is in the first room no better than what is in the second, and the second gateway tells them apart. */
const addWalk = async ({ here, there, tag, own, other }: Made, room: Made['own'], secondDbm: number) => {
  const { id: userId } = (
    await harness.owner.query<{ id: number }>(
      `insert into users (first_name, last_name, user_name, email, password_hash, role) values ('A', 'B', $1, $1 || '@carewatch.test', 'x', 'ADMIN') returning id`,
      [`walker-${room.uuid}`],
    )
  ).rows[0] ?? { id: 0 }
  const readings = Array.from({ length: 20 }, (_, step) => [
    [here.id, step * 3_000, -60],
    [there.id, step * 3_000, secondDbm],
  ]).flat()
  await harness.owner.query(
    `insert into room_walks (branch_id, room_id, beacon_id, user_id, started_at, ended_at, readings, placements)
     values ($1, $2, $3, $4, $5::timestamptz - interval '1 minute', $5, $6, $7)`,
    [
      here.branchId,
      room.id,
      tag.id,
      userId,
      new Date(noon - MINUTE),
      JSON.stringify(readings),
      JSON.stringify([
        [here.id, own.id],
        [there.id, other.id],
      ]),
    ],
  )
}

describe('in a branch through whose rooms somebody walked', () => {
  const sightNear = async (floor: Made, from: number) => {
    for (let at = from; at < from + 30; at += 3) {
      await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + at * SECOND })
      await addSighting(floor, { gateway: floor.there, rssi: -66, at: noon + at * SECOND })
    }
  }

  it('decides by the walks once each room with a gateway has one, and without them again when a gateway was moved', async () => {
    const floor = await newFloor()
    const { own, other } = floor
    const decision = newDecision()
    const decide = async (from: number) => {
      await sightNear(floor, from)
      for (let at = from; at < from + 30; at += 3) await decision.at(noon + at * SECOND + 1)
      return (await presencesOf(floor)).at(-1)?.room as unknown
    }
    await addWalk(floor, own, -80)
    // One room is not walked through yet.
    expect(await decide(0)).toBe('own')
    await addWalk(floor, other, -66)
    expect(await decide(30)).toBe('other')
    await harness.owner.query('update gateways set room_id = $2 where id = $1', [floor.there.id, own.id])
    expect(await decide(60)).toBe('own')
  })
})

describe('in a branch whose walks cannot tell two rooms apart', () => {
  it('rings for whoever is where they may not be, two minutes late and not never', async () => {
    const floor = await newFloor()
    await harness.owner.query('update beacons set room_id = $2 where id = $1', [floor.tag.id, floor.own.id])
    await addWalk(floor, floor.own, -60)
    await addWalk(floor, floor.other, -60)
    const decision = newDecision()
    const rung: [number, string][] = []
    for (let at = 0; at <= 150; at += 3) {
      await addSighting(floor, { gateway: floor.here, rssi: -66, at: noon + at * SECOND })
      await addSighting(floor, { gateway: floor.there, rssi: -56, at: noon + at * SECOND })
      for (const change of await decision.at(noon + at * SECOND + 1)) rung.push([at, change])
    }
    // The first decision is unsure; two that place it make it sure.
    expect(rung).toEqual([[123, 'opened BEACON_NOT_ALLOWED']])
    expect((await presencesOf(floor)).at(-1)).toMatchObject({ room: 'other', confidence: 0.5 })
  })
})

describe('what is known of a branch by walks', () => {
  it('is examined again when its own walks change, and not for those of another', async () => {
    const calibrations = createCalibrations()
    const load = async () => {
      const { gatewayStatus } = await readGatewayStatus(harness.connection)
      return calibrations.load(harness.connection, gatewayStatus)
    }
    const [floor, elsewhere] = [await newFloor(), await newFloor()]
    const walkThrough = async (made: Made) => {
      await addWalk(made, made.own, -80)
      await addWalk(made, made.other, -66)
    }
    const branchId = floor.here.branchId ?? 0
    await walkThrough(floor)
    const first = (await load()).get(branchId)
    expect(first).toBeDefined()
    await walkThrough(elsewhere)
    const second = await load()
    expect(second.has(elsewhere.here.branchId ?? 0)).toBe(true)
    expect(second.get(branchId)).toBe(first)
    await harness.owner.query(
      `update room_walks set ended_at = ended_at + interval '1 second' where room_id = $1`,
      [floor.own.id],
    )
    expect((await load()).get(branchId)).not.toBe(first)
  })
})

describe('the screens of a branch', () => {
  it('are told when somebody comes and when a door opens, once a second and not of what is as it was', async () => {
    const floor = await newFloor()
    const notified: LiveEvent[] = []
    const publish = createRoomPublisher((_, event) => void notified.push(event))
    const rooms = createRoomContext()
    const context = {
      db: harness.connection,
      deviceCache: createDeviceCache(),
      memory: createRuleMemory(),
      rooms,
      publish: () => {},
    }
    const decision = createPresenceDecision()
    await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon })
    await decision.decide(context, noon + SECOND)
    await publish(harness.connection, rooms.changed, noon + SECOND)
    await decision.decide(context, noon + 4 * SECOND)
    await publish(harness.connection, rooms.changed, noon + 4 * SECOND)
    expect(notified).toMatchObject([{ type: 'rooms', roomUuids: [floor.own.uuid] }])
    rooms.changed.add(floor.other.id)
    await publish(harness.connection, rooms.changed, noon + 1.5 * SECOND)
    expect(notified).toHaveLength(1)
    await publish(harness.connection, rooms.changed, noon + 3 * SECOND)
    expect(notified[1]).toMatchObject({ roomUuids: [floor.other.uuid] })
  })
})

describe('a tag that is where it may not be', () => {
  const alarmsOf = async ({ tag }: Made) =>
    (
      await harness.owner.query(
        'select a.kind, a.active, a.count, r.name as room from alarms a left join rooms r on r.id = a.room_id where a.beacon_id = $1 order by a.id',
        [tag.id],
      )
    ).rows

  it('is told when that is sure, with the room, and is over when it is back', async () => {
    const floor = await newFloor()
    await harness.owner.query('update beacons set room_id = $2 where id = $1', [floor.tag.id, floor.own.id])
    const decision = newDecision()
    await addSighting(floor, { gateway: floor.there, rssi: -60, at: noon })
    expect(await decision.at(noon + SECOND)).toEqual([])
    expect(await decision.at(noon + 4 * SECOND)).toEqual(['opened BEACON_NOT_ALLOWED'])
    expect(await decision.at(noon + 7 * SECOND)).toEqual([])
    expect(await alarmsOf(floor)).toEqual([
      { kind: 'BEACON_NOT_ALLOWED', active: true, count: 1, room: 'other' },
    ])
    await addSighting(floor, { gateway: floor.here, rssi: -30, at: noon + 9 * SECOND })
    await decision.at(noon + 10 * SECOND)
    expect(await decision.at(noon + 13 * SECOND)).toEqual(['cleared BEACON_NOT_ALLOWED'])
  })

  it('takes its alarm along when it strays on', async () => {
    const floor = await newFloor()
    await harness.owner.query('update beacons set room_id = $2 where id = $1', [floor.tag.id, floor.own.id])
    const { companyId, branchId } = floor.there
    const third = await createRoom(harness.db, branchId ?? 0, { name: 'third' })
    const place = { companyId, branchId, online: true, lastMessageAt: new Date() }
    const beyond = await createGateway(harness.db, { ...place, roomId: third.id })
    const decision = newDecision()
    await addSighting(floor, { gateway: floor.there, rssi: -70, at: noon })
    await decision.at(noon + SECOND)
    await decision.at(noon + 4 * SECOND)
    await addSighting(floor, { gateway: beyond, rssi: -40, at: noon + 6 * SECOND })
    expect(await decision.at(noon + 7 * SECOND)).toEqual(['repeated BEACON_NOT_ALLOWED'])
    expect(await decision.at(noon + 10 * SECOND)).toEqual([])
    expect(await alarmsOf(floor)).toEqual([
      { kind: 'BEACON_NOT_ALLOWED', active: true, count: 2, room: 'third' },
    ])
  })

  it('is told when it stays too long and when its hours are over, though nothing moves', async () => {
    const floor = await newFloor({ maxMinutes: 1, allowedTimes: [{ days: [6], from: '08:00', to: '12:02' }] })
    const decision = newDecision()
    for (let at = 0; at <= 180; at += 10)
      await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + at * SECOND })
    const notified: string[] = []
    for (let at = 1; at <= 180; at += 3) {
      await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + at * SECOND })
      notified.push(...(await decision.at(noon + at * SECOND)).map((text) => `${at} ${text}`))
    }
    expect(notified.filter((text) => text.includes('opened'))).toEqual([
      '67 opened BEACON_TOO_LONG',
      '124 opened BEACON_OUTSIDE_HOURS',
    ])
  })

  it('is told when it stays too long though a neighbour’s gateway receives it better now and then, also over a restart', async () => {
    const floor = await newFloor({ maxMinutes: 2 })
    let decision = newDecision()
    const notified: string[] = []
    for (let at = 0; at <= 210; at += 3) {
      // Twice somebody stands in between; the engine is started anew in the middle of the first time.
      const isHidden = (at >= 60 && at < 72) || (at >= 150 && at < 165)
      const gateway = isHidden ? floor.there : floor.here
      await addSighting(floor, { gateway, rssi: -30, at: noon + at * SECOND })
      await addSighting(floor, {
        gateway: gateway === floor.here ? floor.there : floor.here,
        rssi: -70,
        at: noon + at * SECOND,
      })
      if (at === 72) decision = newDecision()
      notified.push(...(await decision.at(noon + at * SECOND)).map((text) => `${at} ${text}`))
    }
    const rooms = (await presencesOf(floor)).map(({ room }) => room)
    expect(rooms).toEqual(['own', 'other', 'own', 'other', 'own'])
    expect(notified.filter((text) => !text.includes('repeated'))).toEqual(['126 opened BEACON_TOO_LONG'])
    expect(await alarmsOf(floor)).toMatchObject([{ active: true, room: 'own' }])
  })

  it('that stayed too long and is out of reach is told to be gone, also over a restart', async () => {
    const floor = await newFloor({ maxMinutes: 1 })
    let decision = newDecision()
    const notified: string[] = []
    const decide = async (at: number) => {
      notified.push(...(await decision.at(noon + at * SECOND)).map((text) => `${text} ${at}`))
    }
    for (let at = 0; at <= 1_200; at += 3) {
      await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + at * SECOND })
      await decide(at)
    }
    for (let at = 1_203; at <= 1_800; at += 3) {
      // It is nowhere since 1,293, and may still be back.
      if (at === 1_320) decision = newDecision()
      await decide(at)
    }
    expect(notified.map((text) => text.replace(/ \d+$/u, ''))).toEqual([
      'opened BEACON_TOO_LONG',
      'cleared BEACON_TOO_LONG',
    ])
    expect(await alarmsOf(floor)).toMatchObject([{ active: false }])
  })

  it('is not held for gone when it is the gateway that is silent', async () => {
    const floor = await newFloor()
    await harness.owner.query('update beacons set room_id = $2 where id = $1', [floor.tag.id, floor.own.id])
    const decision = newDecision()
    await addSighting(floor, { gateway: floor.there, rssi: -60, at: noon })
    await decision.at(noon + SECOND)
    await decision.at(noon + 4 * SECOND)
    await harness.owner.query('update gateways set online = false where id = $1', [floor.there.id])
    expect(await decision.at(noon + 3 * MINUTE)).toEqual([])
    expect(await decision.at(noon + 4 * MINUTE)).toEqual([])
    expect(await presencesOf(floor)).toMatchObject([{ room: 'other' }, { room: null, until: null }])
    expect(await alarmsOf(floor)).toMatchObject([{ active: true }])
    await harness.owner.query('update gateways set online = true, last_message_at = now() where id = $1', [
      floor.there.id,
    ])
    await decision.at(noon + 5 * MINUTE)
    expect(await decision.at(noon + 6 * MINUTE)).toEqual(['cleared BEACON_NOT_ALLOWED'])
  })

  it('is no matter of a sensor that is heard best next door', async () => {
    const floor = await newFloor({ deviceType: 'CLIMATE' })
    await harness.owner.query('update beacons set room_id = $2 where id = $1', [floor.tag.id, floor.own.id])
    const decision = newDecision()
    await addSighting(floor, { gateway: floor.there, rssi: -60, at: noon })
    await decision.at(noon + SECOND)
    expect(await decision.at(noon + 4 * SECOND)).toEqual([])
  })
})
