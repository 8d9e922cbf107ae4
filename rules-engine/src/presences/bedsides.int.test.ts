import type { LiveEvent } from '@carewatch/contracts/events'
import {
  createBeacon,
  createDevice,
  createGateway,
  createRoom,
  createUser,
} from '@carewatch/migrations/factories'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRuleMemory } from '../evaluate/rule-memory.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { createRoomContext } from '../rooms/evaluate-room-facts.ts'
import { createFamily, type EngineHarness, startHarness } from '../testing.ts'
import { createPresenceDecision } from './decide-presences.ts'

const SECOND = 1_000
const noon = Date.parse('2026-11-21T12:00:00Z')
const at = (seconds: number): Date => new Date(noon + seconds * SECOND)

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

async function newWard() {
  const { db, owner } = harness
  // Every judge looks after all houses.
  await owner.query('update beacons set is_active = false')
  const { company, branch, nurse, supervisor } = await createFamily(harness)
  const place = { companyId: company.id, branchId: branch.id }
  const [room, next] = [await createRoom(db, branch.id), await createRoom(db, branch.id)]
  const gateway = { ...place, online: true, lastMessageAt: new Date() }
  const here = await createGateway(db, { ...gateway, roomId: room.id })
  const there = await createGateway(db, { ...gateway, roomId: next.id })
  async function newPerson() {
    const watch = await createDevice(db, place)
    const [wearer] = await db
      .insert(wearers)
      .values({ firstName: 'Wilma', ...place, roomId: room.id })
      .returning()
    if (!wearer) throw new Error('There is nobody.')
    await db.insert(assignments).values({ wearerId: wearer.id, deviceId: watch.id, startedAt: new Date(0) })
    const tag = await createBeacon(db, { branchId: branch.id, deviceType: 'TAG', deviceId: watch.id })
    return { watch, tag }
  }
  async function newStaffTag(userId: number) {
    const tag = await createBeacon(db, {
      branchId: branch.id,
      deviceType: 'TAG',
      staffId: userId,
      maxMinutes: 1,
      roomId: next.id,
    })
    await owner.query('update beacons set staff_since = $2 where id = $1', [tag.id, at(-3_600)])
    return tag
  }
  const decision = createPresenceDecision()
  const rooms = createRoomContext()
  const published: LiveEvent[] = []
  const context = {
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    rooms,
    publish: (_: string, event: LiveEvent) => void published.push(event),
  }
  type Place = { tag: { id: number }; by: { id: number }; rssi?: number }
  return {
    room,
    here,
    there,
    nurse,
    supervisor,
    rooms,
    published,
    newPerson,
    newStaffTag,
    ring: async ({ watch }: { watch: { id: number } }, seconds: number, kind = 'SOS') => {
      const { rows } = await owner.query<{ id: number }>(
        `insert into alarms (device_id, company_id, branch_id, kind, category, severity, latched, opened_at, last_at)
         values ($1, $2, $3, $4, case when $4 = 'BATTERY' then 'TECHNICAL' else 'OPERATIONAL' end, 'CRITICAL', true, $5, $5) returning id`,
        [watch.id, company.id, branch.id, kind, at(seconds)],
      )
      const id = rows[0]?.id ?? 0
      await owner.query("insert into notifications (alarm_id, company_id, type) values ($1, $2, 'ALARM')", [
        id,
        company.id,
      ])
      return id
    },
    /** Each of these is heard there from second to second, and every three seconds it is decided. */
    go: async (from: number, to: number, places: readonly Place[]) => {
      for (let second = from; second < to; second++) {
        for (const { tag, by, rssi = -50 } of places) {
          await owner.query(
            'insert into sightings (gateway_id, beacon_id, time, rssi) values ($1, $2, $3, $4)',
            [by.id, tag.id, at(second), rssi],
          )
          await owner.query('update beacons set last_seen_at = $2 where id = $1', [tag.id, at(second)])
        }
        if (second % 3 === 0) await decision.decide(context, noon + second * SECOND)
      }
    },
    came: async () => {
      const { rows } = await owner.query<{ alarm: number; user: number; at: Date; room: number }>(
        `select alarm_id as alarm, user_id as user, bedside_at as at, bedside_room_id as room from alarm_receipts
         where bedside_at is not null and alarm_id in (select id from alarms where company_id = $1) order by 1, 2`,
        [company.id],
      )
      return rows
    },
  }
}

it('whoever of the staff stays where the person is who calls is with them, since they are heard there; who passes by is not', async () => {
  const ward = await newWard()
  const { nurse, here, there, room } = ward
  const person = await ward.newPerson()
  const tag = await ward.newStaffTag(nurse.id)
  const inBed = { tag: person.tag, by: here }
  const alarm = await ward.ring(person, 6)
  await ward.go(0, 12, [inBed, { tag, by: there }])
  // Eight seconds in the room, and gone again.
  await ward.go(12, 18, [inBed, { tag, by: here, rssi: -30 }])
  await ward.go(18, 40, [inBed, { tag, by: there, rssi: -30 }])
  expect(await ward.came()).toEqual([])
  await ward.go(60, 72, [inBed, { tag, by: here, rssi: -30 }])
  expect(await ward.came()).toEqual([])
  await ward.go(72, 78, [inBed, { tag, by: here, rssi: -30 }])
  expect(await ward.came()).toEqual([{ alarm, user: nurse.id, at: at(60), room: room.id }])
  expect(ward.published.filter(({ type }) => type === 'notification')).toMatchObject([
    { change: 'repeated', notification: { acknowledged: false } },
  ])
  // It is said once, and not again while they stay.
  await ward.go(78, 90, [inBed, { tag, by: here, rssi: -30 }])
  expect(await ward.came()).toHaveLength(1)
  const { rows } = await harness.owner.query('select acknowledged_at as at from alarms where id = $1', [
    alarm,
  ])
  expect(rows).toEqual([{ at: null }])
})

it('of two who call in one room it is said of whoever took one of the calls, and of what concerns devices never', async () => {
  const ward = await newWard()
  const { nurse, supervisor, here } = ward
  const [one, other] = [await ward.newPerson(), await ward.newPerson()]
  const [hers, theirs] = [await ward.newStaffTag(nurse.id), await ward.newStaffTag(supervisor.id)]
  const all = [one.tag, other.tag, hers, theirs].map((tag) => ({ tag, by: here }))
  const technical = await ward.ring(one, 0, 'BATTERY')
  const first = await ward.ring(one, 0)
  const second = await ward.ring(other, 0)
  await ward.go(0, 18, all)
  expect(await ward.came()).toEqual([])
  await harness.owner.query(
    'update alarms set acknowledged_at = now(), acknowledged_by_id = $2 where id = $1',
    [second, nurse.id],
  )
  await ward.go(18, 24, all)
  expect(await ward.came()).toMatchObject([{ alarm: second, user: nurse.id }])
  await harness.owner.query('update alarms set closed_at = now(), active = false where id = $1', [second])
  await ward.go(24, 30, all)
  expect((await ward.came()).map(({ alarm, user }) => [alarm, user])).toEqual(
    [
      [first, supervisor.id],
      [first, nurse.id],
      [second, nurse.id],
    ].toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d),
  )
  expect((await ward.came()).map(({ alarm }) => alarm)).not.toContain(technical)
})

it('says it of nobody who is not let in, of another house, in a room that is not sure, or whose person is elsewhere', async () => {
  const ward = await newWard()
  const { here, there, nurse } = ward
  const person = await ward.newPerson()
  await ward.ring(person, 0)
  const stranger = await createUser(harness.db, { role: 'SUPERVISOR' })
  const gone = await createUser(harness.db, {
    role: 'SUPERVISOR',
    companyId: nurse.companyId,
    isActive: false,
  })
  const others = [
    { tag: await ward.newStaffTag(stranger.id), by: here },
    { tag: await ward.newStaffTag(gone.id), by: here },
  ]
  const doubtful = await ward.newStaffTag(nurse.id)
  await ward.go(0, 24, [
    { tag: person.tag, by: here },
    ...others,
    { tag: doubtful, by: here, rssi: -60 },
    { tag: doubtful, by: there, rssi: -62 },
  ])
  expect(await ward.came()).toEqual([])
  // A second tag of theirs in another room: nobody knows where they are.
  const { rows } = await harness.owner.query<{ device_id: number }>(
    'select device_id from beacons where id = $1',
    [person.tag.id],
  )
  const second = await createBeacon(harness.db, {
    branchId: nurse.branchId ?? here.branchId ?? 0,
    deviceType: 'TAG',
    deviceId: rows[0]?.device_id ?? 0,
  })
  await ward.go(24, 60, [
    { tag: person.tag, by: here },
    { tag: second, by: there },
    { tag: doubtful, by: here, rssi: -30 },
  ])
  expect(await ward.came()).toEqual([])
})

it('nobody is with a person whose room receives their tag as through a wall', async () => {
  const ward = await newWard()
  const person = await ward.newPerson()
  const tag = await ward.newStaffTag(ward.nurse.id)
  await ward.ring(person, 0)
  const inBed = { tag: person.tag, by: ward.here }
  await ward.go(0, 30, [inBed, { tag, by: ward.here, rssi: -90 }])
  expect(await ward.came()).toEqual([])
  await ward.go(30, 60, [inBed, { tag, by: ward.here, rssi: -60 }])
  expect(await ward.came()).toHaveLength(1)
})

it('where somebody of the staff was is gone with the tag that they give back', async () => {
  const { here, nurse, newStaffTag, go } = await newWard()
  const tag = await newStaffTag(nurse.id)
  // As of the moment in which it became theirs, which the database knows by its own clock.
  await harness.owner.query('update beacons set staff_since = $2 where id = $1', [tag.id, new Date(noon)])
  await go(0, 6, [{ tag, by: here }])
  await harness.owner.query('update beacons set rssi = -50, staff_id = null where id = $1', [tag.id])
  const { rows } = await harness.owner.query(
    'select (select count(*)::int from sightings where beacon_id = b.id) as sightings, b.last_seen_at, b.rssi from beacons b where id = $1',
    [tag.id],
  )
  expect(rows).toEqual([{ sightings: 0, last_seen_at: null, rssi: null }])
})

it('where whoever of the staff is raises no alarm, moves no screen and is not kept', async () => {
  const ward = await newWard()
  const { here, there, nurse } = ward
  // A tag of the staff that may be elsewhere alone, and for a minute.
  const tag = await ward.newStaffTag(nurse.id)
  for (const [from, by] of [
    [0, here],
    [120, there],
    [240, here],
  ] as const)
    await ward.go(from, from + 100, [{ tag, by, rssi: -30 }])
  const { rows } = await harness.owner.query('select id from alarms where beacon_id = $1', [tag.id])
  expect(rows).toEqual([])
  expect(ward.rooms.changed.size).toBe(0)
  const { rows: kept } = await harness.owner.query('select until from presences where beacon_id = $1', [
    tag.id,
  ])
  expect(kept).toEqual([{ until: null }])
})
