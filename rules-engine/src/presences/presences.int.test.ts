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
import { createPresenceDecision } from './decide-presences.ts'
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

/** One whose line was lost a moment ago may be back in the next. */
const setGateway = (
  { id }: Gateway,
  { online = true, silentSeconds }: { online?: boolean; silentSeconds?: number },
) =>
  harness.owner.query(
    `update gateways set online = $2, last_message_at = now() - $3 * interval '1 second' where id = $1`,
    [id, online, silentSeconds ?? (online ? 0 : 31)],
  )

/** What gateways hear of its tag in one second. */
async function receive(floor: Made, at: number, by: readonly (readonly [Gateway, number])[]): Promise<void> {
  for (const [gateway, rssi] of by) await addSighting(floor, { gateway, rssi, at: noon + at * SECOND })
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

const whereaboutsOf = async ({ tag }: Made) =>
  (
    await harness.owner.query(
      `select r.name as room, (extract(epoch from p.since) - $2::float8 / 1000)::int as since,
         (extract(epoch from p.until) - $2::float8 / 1000)::int as until, p.unknown, l.name as last
       from presences p left join rooms r on r.id = p.room_id left join rooms l on l.id = p.last_room_id
       where p.beacon_id = $1 order by p.id`,
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
    expect(await presencesOf(floor)).toEqual([{ room: 'own', since: 1, until: null, confidence: 0.86 }])
    await addSighting(floor, { gateway: floor.there, rssi: -20, at: noon + 6 * SECOND })
    await decision.at(noon + 7 * SECOND)
    await decision.at(noon + 60 * SECOND)
    await decision.at(noon + 97 * SECOND)
    expect(await presencesOf(floor)).toEqual([
      { room: 'own', since: 1, until: 7, confidence: 0.86 },
      { room: 'other', since: 7, until: 97, confidence: 0.99 },
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

describe('a tag whose gateway goes down', () => {
  it('is unknown and no guest of the neighbour, across a restart, raises and clears nothing, and is known again', async () => {
    const floor = await newFloor({ maxMinutes: 1 })
    const decision = newDecision()
    for (let at = 0; at <= 30; at += 2) {
      await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + at * SECOND })
      await addSighting(floor, { gateway: floor.there, rssi: -68, at: noon + at * SECOND })
      await decision.at(noon + at * SECOND)
    }
    await setGateway(floor.here, { online: false })
    const beside = (at: number) =>
      addSighting(floor, { gateway: floor.there, rssi: -66, at: noon + at * SECOND })
    const changed: string[] = []
    for (let at = 33; at <= 120; at += 3) {
      await beside(at)
      changed.push(...(await decision.at(noon + at * SECOND)))
    }
    const unknown = [
      { room: 'own', since: 0, until: 33, unknown: null, last: null },
      { room: null, since: 33, until: null, unknown: 'GATEWAY_DOWN', last: 'own' },
    ]
    expect(changed).toEqual([])
    expect(await whereaboutsOf(floor)).toEqual(unknown)
    await beside(121)
    await newDecision().at(noon + 122 * SECOND)
    expect(await whereaboutsOf(floor)).toEqual(unknown)
    await setGateway(floor.here, {})
    await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + 124 * SECOND })
    await decision.at(noon + 125 * SECOND)
    expect((await whereaboutsOf(floor)).at(-1)).toEqual({
      room: 'own',
      since: 125,
      until: null,
      unknown: null,
      last: null,
    })
  })
})

type Second = (at: number) => Promise<unknown>

/** A decision every three seconds; answers which alarms changed, and when. */
async function follow(
  decision: { at: (time: number) => Promise<string[]> },
  { from = 0, to }: { from?: number; to: number },
  before: Second,
): Promise<string[]> {
  const changed: string[] = []
  for (let at = from; at <= to; at += 3) {
    await before(at)
    changed.push(...(await decision.at(noon + at * SECOND)).map((text) => `${at} ${text}`))
  }
  return changed
}

describe('a stay', () => {
  it('is the same after its gateway was down for a moment: an open alarm stays, across a restart too', async () => {
    const floor = await newFloor({ maxMinutes: 1 })
    let decision = newDecision()
    const changed = await follow(decision, { to: 75 }, (at) => receive(floor, at, [[floor.here, -60]]))
    expect(changed).toEqual(['66 opened BEACON_TOO_LONG'])
    await setGateway(floor.here, { online: false })
    expect(await follow(decision, { from: 78, to: 84 }, async () => {})).toEqual([])
    decision = newDecision()
    expect(await follow(decision, { from: 87, to: 90 }, async () => {})).toEqual([])
    await setGateway(floor.here, {})
    const after = await follow(decision, { from: 93, to: 180 }, (at) =>
      receive(floor, at, [[floor.here, -60]]),
    )
    expect(after).toEqual([])
    decision = newDecision()
    expect(
      await follow(decision, { from: 183, to: 190 }, (at) => receive(floor, at, [[floor.here, -60]])),
    ).toEqual([])
    expect(await whereaboutsOf(floor)).toMatchObject([
      { room: 'own', since: 0, until: 78 },
      { room: null, unknown: 'GATEWAY_DOWN', last: 'own' },
      { room: 'own', since: 93, until: null },
    ])
  })

  it('is not the neighbour’s when that hears it before its own gateway, which is back, does', async () => {
    const floor = await newFloor()
    const decision = newDecision()
    await follow(decision, { to: 60 }, async (at) => {
      await setGateway(floor.here, { online: at < 30 || at > 57 })
      await receive(floor, at, [
        [floor.there, -68],
        ...(at < 30 ? [[floor.here, -60] as [Gateway, number]] : []),
      ])
    })
    await follow(decision, { from: 63, to: 75 }, (at) => receive(floor, at, [[floor.there, -68]]))
    await follow(decision, { from: 78, to: 90 }, (at) =>
      receive(floor, at, [
        [floor.here, -60],
        [floor.there, -68],
      ]),
    )
    expect((await whereaboutsOf(floor)).map(({ room }) => room)).toEqual(['own', null, 'own'])
  })

  it('goes on and rings while the gateway of a neighbour blips, and when it dies', async () => {
    const floor = await newFloor({ maxMinutes: 1 })
    const changed = await follow(newDecision(), { to: 300 }, async (at) => {
      const isDown = at > 200 || (at > 0 && at % 51 === 0)
      await setGateway(floor.there, { online: !isDown })
      await receive(floor, at, [
        [floor.here, -60],
        ...(isDown ? [] : [[floor.there, -64] as [Gateway, number]]),
      ])
    })
    expect(changed).toEqual(['66 opened BEACON_TOO_LONG'])
    expect(await whereaboutsOf(floor)).toMatchObject([{ room: 'own', since: 0, until: null }])
  })

  it('goes on and rings where the gateway speaks once a minute and no interval is set', async () => {
    const floor = await newFloor({ maxMinutes: 2 })
    await harness.owner.query('update gateways set is_active = false where id = $1', [floor.there.id])
    const changed = await follow(newDecision(), { to: 400 }, async (at) => {
      await setGateway(floor.here, { silentSeconds: at % 60 })
      if (at % 60 === 0) await receive(floor, at, [[floor.here, -60]])
    })
    expect(changed).toEqual(['126 opened BEACON_TOO_LONG'])
    expect(await presencesOf(floor)).toMatchObject([{ room: 'own', since: 0, until: null, confidence: 1 }])
  })
})

describe('what a gateway that fails, or we, take nobody away for', () => {
  /** Next door they are received as through a wall. */
  const nextDoor = ({ there }: Made) => [there, -68] as const

  async function newStay() {
    const floor = await newFloor({ maxMinutes: 1 })
    await harness.owner.query('update beacons set room_id = $2 where id = $1', [floor.tag.id, floor.own.id])
    return floor
  }
  const once = ['66 opened BEACON_TOO_LONG']
  const oneRow = [{ room: 'own', since: 0, until: null, unknown: null }]

  it('a line that is back within half a minute is in nobody’s history', async () => {
    const floor = await newStay()
    const changed = await follow(newDecision(), { to: 300 }, async (at) => {
      const silentSeconds = Math.max(0, (at % 60) - 36)
      await setGateway(floor.here, { online: silentSeconds === 0, silentSeconds })
      await receive(floor, at, [nextDoor(floor)])
      if (silentSeconds === 0) await receive(floor, at, [[floor.here, -60]])
    })
    expect(changed).toEqual(once)
    expect(await whereaboutsOf(floor)).toMatchObject(oneRow)
    expect(await whereaboutsOf(floor)).toHaveLength(1)
  })

  it.each([
    ['by its line', 90],
    ['by its silence', Number.POSITIVE_INFINITY],
  ])(
    'who stays where a gateway dies is nobody’s guest before that is found %s, nor after',
    async (_, lost) => {
      const floor = await newStay()
      const changed = await follow(newDecision(), { to: 480 }, async (at) => {
        const silentSeconds = Math.max(0, at - 99)
        await setGateway(floor.here, { online: silentSeconds < lost, silentSeconds })
        await receive(floor, at, [nextDoor(floor), ...(at < 99 ? [[floor.here, -60] as const] : [])])
      })
      expect(changed).toEqual(once)
      const rows = await whereaboutsOf(floor)
      expect(rows).toMatchObject([
        { room: 'own', since: 0 },
        { room: null, unknown: 'GATEWAY_DOWN', last: 'own', until: null },
      ])
    },
  )

  it.each([20, 150])('while we are restarted for %i seconds an alarm goes on', async (pause) => {
    const floor = await newStay()
    const lives = (at: number) => receive(floor, at, [nextDoor(floor), [floor.here, -60]])
    expect(await follow(newDecision(), { to: 75 }, lives)).toEqual(once)
    for (const one of [floor.here, floor.there])
      await setGateway(one, { online: false, silentSeconds: pause })
    const back = 75 + pause - (pause % 3)
    const decision = newDecision()
    expect(await follow(decision, { from: back, to: back + 6 }, async () => {})).toEqual([])
    // The neighbour is back first.
    await setGateway(floor.there, {})
    const beside = (at: number) => receive(floor, at, [nextDoor(floor)])
    expect(await follow(decision, { from: back + 9, to: back + 15 }, beside)).toEqual([])
    await setGateway(floor.here, {})
    expect(await follow(decision, { from: back + 18, to: back + 120 }, lives)).toEqual([])
    expect((await whereaboutsOf(floor)).filter(({ room }) => room === 'other')).toEqual([])
    expect((await whereaboutsOf(floor)).at(-1)).toMatchObject({ room: 'own', until: null })
  })

  it('whoever leaves a gateway that speaks once a minute is elsewhere though they are heard less well there', async () => {
    const floor = await newFloor()
    await follow(newDecision(), { to: 360 }, async (at) => {
      await setGateway(floor.here, { silentSeconds: at % 60 })
      if (at > 60) await receive(floor, at, [[floor.there, -62]])
      else if (at % 60 === 0) await receive(floor, at, [[floor.here, -60]])
    })
    expect(await whereaboutsOf(floor)).toMatchObject([
      { room: 'own', since: 0 },
      { room: 'other', until: null },
    ])
  })

  it('whoever walks on after a neighbour’s gateway died is where they go', async () => {
    const floor = await newFloor()
    const third = await createRoom(harness.db, floor.own.branchId, { name: 'third' })
    const { companyId, branchId } = floor.here
    const place = { companyId, branchId, online: true, lastMessageAt: new Date() }
    const far = await createGateway(harness.db, { ...place, roomId: third.id })
    await follow(newDecision(), { to: 240 }, async (at) => {
      await setGateway(floor.there, { online: at < 60 })
      const hasMoved = at >= 120
      await receive(floor, at, [
        [floor.here, hasMoved ? -85 : -52],
        [far, hasMoved ? -50 : -88],
        ...(at < 60 ? [[floor.there, -64] as const] : []),
      ])
    })
    expect((await whereaboutsOf(floor)).map(({ room }) => room)).toEqual(['own', 'third'])
  })

  it('a gateway that speaks every quarter of a minute is no reason to write how sure it is', async () => {
    const floor = await newFloor()
    await harness.owner.query('update gateways set is_active = false where id = $1', [floor.there.id])
    const written = new Set<string>()
    await follow(newDecision(), { to: 300 }, async (at) => {
      written.add(JSON.stringify(await presencesOf(floor)))
      await setGateway(floor.here, { silentSeconds: at % 15 })
      if (at % 15 === 0) await receive(floor, at, [[floor.here, -60]])
    })
    expect([...written].slice(1)).toEqual([expect.stringContaining('"confidence":1')])
  })
})

describe('a tag that is unknown', () => {
  const isDownAt = 60
  const down = (floor: Made, at: number) => setGateway(floor.here, { online: at < isDownAt })

  it('stays so across a restart while the neighbour hears it as before', async () => {
    const floor = await newFloor()
    let decision = newDecision()
    const lives = async (at: number) => {
      await down(floor, at)
      if (at < isDownAt) await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + at * SECOND })
      await addSighting(floor, { gateway: floor.there, rssi: -68, at: noon + at * SECOND })
    }
    await follow(decision, { to: 150 }, lives)
    decision = newDecision()
    await follow(decision, { from: 153, to: 300 }, lives)
    expect(await whereaboutsOf(floor)).toMatchObject([
      { room: 'own', since: 0 },
      { room: null, unknown: 'GATEWAY_DOWN', last: 'own', until: null },
    ])
  })

  it('is away when the neighbour hears it no more', async () => {
    const floor = await newFloor()
    await follow(newDecision(), { to: 450 }, async (at) => {
      await down(floor, at)
      if (at < isDownAt) await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + at * SECOND })
      if (at < 300) await addSighting(floor, { gateway: floor.there, rssi: -68, at: noon + at * SECOND })
    })
    expect((await whereaboutsOf(floor)).at(-1)).toMatchObject({ room: null, unknown: null, since: 390 })
  })

  it('walks into another room, and into another house', async () => {
    const floor = await newFloor()
    const { id: branchId } = await createBranch(harness.db, floor.here.companyId ?? 0, { timeZone: 'UTC' })
    const room = await createRoom(harness.db, branchId, { name: 'elsewhere' })
    const place = {
      companyId: floor.here.companyId,
      branchId,
      online: true,
      lastMessageAt: new Date(),
    }
    const far = await createGateway(harness.db, { ...place, roomId: room.id })
    await follow(newDecision(), { to: 300 }, async (at) => {
      await down(floor, at)
      const isBeside = at >= 120 && at < 210
      const received: [Gateway, number] = at < 210 ? [floor.there, isBeside ? -50 : -68] : [far, -80]
      if (at < isDownAt) await addSighting(floor, { gateway: floor.here, rssi: -60, at: noon + at * SECOND })
      await addSighting(floor, { gateway: received[0], rssi: received[1], at: noon + at * SECOND })
    })
    const rooms = (await whereaboutsOf(floor)).map((row) => row.room)
    expect(rooms).toEqual(['own', null, 'other', 'elsewhere'])
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

  it('is not held for gone when it is the gateway that is silent', async () => {
    const floor = await newFloor()
    await harness.owner.query('update beacons set room_id = $2 where id = $1', [floor.tag.id, floor.own.id])
    const decision = newDecision()
    await addSighting(floor, { gateway: floor.there, rssi: -60, at: noon })
    await decision.at(noon + SECOND)
    await decision.at(noon + 4 * SECOND)
    await setGateway(floor.there, { online: false })
    expect(await decision.at(noon + 3 * MINUTE)).toEqual([])
    expect(await decision.at(noon + 4 * MINUTE)).toEqual([])
    expect(await presencesOf(floor)).toMatchObject([{ room: 'other' }, { room: null, until: null }])
    expect(await alarmsOf(floor)).toMatchObject([{ active: true }])
    await setGateway(floor.there, {})
    // It is waited for as for anybody who is not heard for a while.
    expect(await decision.at(noon + 5 * MINUTE)).toEqual([])
    await decision.at(noon + 6 * MINUTE)
    expect(await decision.at(noon + 7 * MINUTE)).toEqual(['cleared BEACON_NOT_ALLOWED'])
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
