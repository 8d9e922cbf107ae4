import { metrics } from '@carewatch/contracts/metrics'
import {
  createBeacon,
  createBranch,
  createDevice,
  createGateway,
  createUser,
  createRoom,
} from '@carewatch/migrations/factories'
import { fences } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { assignments, wearerRoutines, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyChanges } from '../alarms/apply.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { alarmsOf, createFamily, type EngineHarness, startHarness } from '../testing.ts'
import { inactivity } from './inactivity.ts'
import { steadySince } from './steady.ts'

/** A day in Jerusalem, whose clock is two hours ahead: their day is from seven to ten in the evening. */
const at = (clock: string, day = '2026-11-24'): Date => new Date(`${day}T${clock}:00+02:00`)
const long = at('00:00', '2026-11-10')

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** Somebody alone in a room with a watch, of whom four hours without a sign are told. */
async function newPerson() {
  const { db } = harness
  const { company, branch, device } = await createFamily(harness)
  await db.update(branches).set({ timeZone: 'Asia/Jerusalem' }).where(eq(branches.id, branch.id))
  const room = await createRoom(db, branch.id)
  const place = { companyId: company.id, branchId: branch.id, roomId: room.id }
  const [wearer] = await db
    .insert(wearers)
    .values({ firstName: 'Ruth', ...place })
    .returning()
  const wearerId = wearer?.id ?? 0
  await db.insert(assignments).values({ wearerId, deviceId: device.id, startedAt: long })
  await db.insert(wearerRoutines).values({
    wearerId,
    inactivityMinutes: 240,
    inactivitySince: long,
    inactivityLookAt: long,
  })
  return { wearerId, deviceId: device.id, roomId: room.id, branchId: branch.id, companyId: company.id }
}
type Person = Awaited<ReturnType<typeof newPerson>>
const sql = (text: string, values: unknown[]) => harness.owner.query(text, values)

/** The watch says how many steps it counted today. */
async function counts({ deviceId }: Pick<Person, 'deviceId'>, ...reported: (readonly [Date, number])[]) {
  for (const [time, value] of reported)
    await sql('insert into readings (device_id, metric, time, value) values ($1, $2, $3, $4)', [
      deviceId,
      metrics.steps.id,
      time,
      value,
    ])
  await seenLast({ deviceId }, reported.at(-1)?.[0] ?? long)
}
const seenLast = ({ deviceId }: Pick<Person, 'deviceId'>, last: Date) =>
  sql('update device_status set last_seen_at = $2, proven_seen_at = $2 where device_id = $1', [
    deviceId,
    last,
  ])

/** The clock strikes, by which somebody is looked at however lately they were; what comes of it for them. */
async function strike(now: Date, { wearerId, deviceId }: Person, steady = long) {
  await sql('update wearer_routines set inactivity_look_at = $2 where wearer_id = $1', [wearerId, now])
  const changes = await inactivity(harness.connection, { at: now, steady })
  const own = changes.filter((change) => change.deviceId === deviceId)
  await applyChanges(harness.connection, await createDeviceCache().load(harness.connection, [deviceId]), own)
  return own.map(({ change }) => change)
}
/** A beacon of theirs is heard in their room since eight, and still. */
async function heardInRoom({ branchId, deviceId, roomId }: Person) {
  const { id } = await createBeacon(harness.db, { branchId, deviceId })
  await sql(
    'insert into presences (beacon_id, room_id, since, until, confidence) values ($1, $2, $3, null, 1)',
    [id, roomId, at('08:00')],
  )
}
const lookAt = async ({ wearerId }: Person): Promise<Date> =>
  (await sql('select inactivity_look_at as at from wearer_routines where wearer_id = $1', [wearerId])).rows[0]
    .at

describe('somebody gives no sign', () => {
  it('of steps for four hours of their day, and is told once, until they walk', async () => {
    const person = await newPerson()
    await counts(person, [at('05:00'), 0], [at('06:55'), 40], [at('08:00'), 40], [at('10:55'), 40])
    expect(await strike(at('10:59'), person)).toEqual([])
    expect(await lookAt(person)).toEqual(at('11:00'))
    expect(await strike(at('11:00'), person)).toEqual(['trigger'])
    expect(await alarmsOf(harness, person.deviceId)).toMatchObject([
      { kind: 'INACTIVITY', severity: 'HIGH', active: true, count: 1 },
    ])
    expect(await strike(at('11:30'), person)).toEqual([])
    await counts(person, [at('11:40'), 55])
    expect(await strike(at('11:41'), person)).toEqual(['clear'])
    expect(await alarmsOf(harness, person.deviceId)).toMatchObject([{ active: false, closed: false }])
    expect(await strike(at('11:42'), person)).toEqual([])
    // It was not answered, and goes on in the same alarm.
    await counts(person, [at('15:00'), 55])
    expect(await strike(at('15:40'), person)).toEqual(['trigger'])
    expect(await strike(at('15:45'), person)).toEqual([])
    expect(await alarmsOf(harness, person.deviceId)).toMatchObject([{ active: true, count: 2 }])
  })

  it('though the count begins again at midnight, wherever the watch has its midnight', async () => {
    const person = await newPerson()
    await counts(person, [at('06:00'), 900], [at('08:00'), 0], [at('10:50'), 0])
    expect(await strike(at('11:00'), person)).toEqual(['trigger'])
  })

  it('and the clocks were put back in the night', async () => {
    const person = await newPerson()
    // At two in the morning of 25 October 2026 it is one again, and the zone two hours ahead.
    const day = '2026-10-25'
    const since = new Date('2026-10-01T00:00:00Z')
    await sql('update assignments set started_at = $2 where wearer_id = $1', [person.wearerId, since])
    await sql('update wearer_routines set inactivity_since = $2 where wearer_id = $1', [
      person.wearerId,
      since,
    ])
    await counts(person, [at('05:00', day), 3], [at('10:50', day), 3])
    expect(await strike(at('10:59', day), person, since)).toEqual([])
    expect(await strike(at('11:00', day), person, since)).toEqual(['trigger'])
  })

  it('and is asked no more, as their new house says nothing or by name: it ends', async () => {
    const [moved, off] = [await newPerson(), await newPerson()]
    const still = `'{"inactivity":{"inactivityMinutes":240,"dayFrom":"07:00","dayTo":"22:00"}}'`
    await sql(`update branches set routine = ${still} where id = $1`, [moved.branchId])
    await sql(`update wearer_routines set inactivity_from = 'BRANCH' where wearer_id = $1`, [moved.wearerId])
    for (const person of [moved, off]) {
      await counts(person, [at('06:55'), 40], [at('10:55'), 40])
      expect(await strike(at('11:00'), person)).toEqual(['trigger'])
    }
    const other = await createBranch(harness.db, moved.companyId)
    await sql('update wearers set branch_id = $2 where id = $1', [moved.wearerId, other.id])
    await sql('update wearer_routines set inactivity_minutes = null where wearer_id = $1', [off.wearerId])
    for (const person of [moved, off]) {
      expect(await strike(at('11:01'), person)).toEqual(['clear'])
      expect(await alarmsOf(harness, person.deviceId)).toMatchObject([{ active: false, closed: false }])
      expect(await strike(at('11:02'), person)).toEqual([])
    }
  })

  it('and is changed at this moment: nobody waits, and they are looked at again', async () => {
    const person = await newPerson()
    const now = at('11:00')
    await counts(person, [at('06:55'), 40], [at('10:55'), 40])
    const isTheirs = eq(wearerRoutines.wearerId, person.wearerId)
    await harness.db.transaction(async (tx) => {
      await tx.update(wearerRoutines).set({ inactivityLookAt: long }).where(isTheirs)
      const changes = await inactivity(harness.connection, { at: now, steady: long })
      expect(changes).toContainEqual(expect.objectContaining({ deviceId: person.deviceId }))
    })
    expect(await lookAt(person)).toEqual(long)
    expect(await strike(now, person)).toEqual(['trigger'])
  })

  it('by the clock of the house, though who is responsible lives where it is day', async () => {
    const person = await newPerson()
    await sql(`update branches set time_zone = 'America/New_York' where id = $1`, [person.branchId])
    // Eleven in the morning in Jerusalem is four at night there, and four hours after seven there it is six in the evening.
    await counts(person, [at('05:00'), 5], [at('10:55'), 5])
    expect(await strike(at('11:00'), person)).toEqual([])
    await counts(person, [at('17:55'), 5])
    expect(await strike(at('18:00'), person)).toEqual(['trigger'])
  })

  it('and nobody is told again while a person has looked after them, for four hours', async () => {
    const person = await newPerson()
    await counts(person, [at('05:00'), 0], [at('10:55'), 0])
    expect(await strike(at('11:00'), person)).toEqual(['trigger'])
    const manager = `(select id from users where company_id = $3 and role = 'MANAGER' limit 1)`
    await sql(
      `update alarms set active = false, cleared_at = $2, closed_at = $2, acknowledged_at = $2, closed_by_id = ${manager} where device_id = $1`,
      [person.deviceId, at('11:10'), person.companyId],
    )
    await counts(person, [at('15:05'), 0])
    expect(await strike(at('15:09'), person)).toEqual([])
    expect(await strike(at('15:10'), person)).toEqual(['trigger'])
  })
})

describe('somebody gives a sign', () => {
  /** A quiet watch, and something else at nine. */
  const quiet = async () => {
    const person = await newPerson()
    await counts(person, [at('05:00'), 0], [at('10:50'), 0])
    return person
  }
  const beaconFact = async (person: Person, values: object, [kind, value]: [string, unknown]) => {
    const { branchId, roomId } = person
    const { id } = await createBeacon(harness.db, { branchId, roomId, ...values })
    const gateway = await createGateway(harness.db, { companyId: person.companyId, branchId })
    await sql(
      `insert into beacon_facts (beacon_id, kind, value, since, at, gateway_id) values ($1, $2, $3, $4, $4, $5)`,
      [id, kind, JSON.stringify(value), at('09:00'), gateway.id],
    )
  }
  const quietUntilOne = { early: [], atOne: ['trigger'] }
  /** At eleven and a minute before one, and at one. */
  const untilOne = async (person: Person) => {
    const early = await strike(at('11:00'), person)
    await counts(person, [at('12:55'), 0])
    early.push(...(await strike(at('12:59'), person)))
    return { early, atOne: await strike(at('13:00'), person) }
  }

  it('by going to another room, and not by being heard again in the same', async () => {
    const person = await quiet()
    const other = await createRoom(harness.db, person.branchId)
    const { id } = await createBeacon(harness.db, { branchId: person.branchId, deviceId: person.deviceId })
    const stays = [
      [person.roomId, '03:00', '08:00'],
      [other.id, '09:00', '09:30'],
      [null, '09:30', '09:40'],
      [other.id, '09:40', null],
    ] as const
    for (const [roomId, since, until] of stays)
      await sql(
        'insert into presences (beacon_id, room_id, since, until, confidence) values ($1, $2, $3, $4, 1)',
        [id, roomId, at(since), until && at(until)],
      )
    expect(await untilOne(person)).toEqual(quietUntilOne)
  })

  it('by the door of their room, or what moves there, where they live alone', async () => {
    for (const fact of [
      ['door', true],
      ['motion', true],
    ] as [string, unknown][]) {
      const person = await quiet()
      await beaconFact(person, { deviceType: 'DOOR' }, fact)
      expect(await untilOne(person)).toEqual(quietUntilOne)
    }
    const shared = await quiet()
    await beaconFact(shared, { deviceType: 'DOOR' }, ['door', true])
    const { companyId, branchId, roomId } = shared
    await harness.db.insert(wearers).values({ firstName: 'Hanna', companyId, branchId, roomId })
    expect(await strike(at('11:00'), shared)).toEqual(['trigger'])
    // What a nurse carries moved, and it was given to her with their room.
    const visited = await quiet()
    const nurse = await createUser(harness.db, { role: 'SUPERVISOR', companyId: visited.companyId })
    await beaconFact(visited, { deviceType: 'TAG', staffId: nurse.id }, ['motion', true])
    expect(await strike(at('11:00'), visited)).toEqual(['trigger'])
  })

  it('by a button that they carry, an SOS, and the watch being put on', async () => {
    const person = await quiet()
    await beaconFact(person, { deviceType: 'BUTTON', deviceId: person.deviceId }, ['button2', 'PRESS'])
    expect(await untilOne(person)).toEqual(quietUntilOne)
    const other = await quiet()
    await sql(
      `insert into device_events (device_id, time, type, received_at) values ($1, $2, 'ON_WRIST', $2), ($1, $3, 'FALL', $3)`,
      [other.deviceId, at('09:00'), at('10:00')],
    )
    expect(await untilOne(other)).toEqual(quietUntilOne)
  })
})

describe('nothing is told of somebody', () => {
  const still = async () => {
    const person = await newPerson()
    await counts(person, [at('05:00'), 0], [at('14:55'), 0])
    return person
  }

  it('who is away, and not before four hours after they came back', async () => {
    const person = await still()
    await sql(`update wearers set status = 'AWAY', away_reason = 'hospital' where id = $1`, [person.wearerId])
    expect(await strike(at('15:00'), person)).toEqual([])
    await sql(`update wearers set status = 'ACTIVE', here_since = $2 where id = $1`, [
      person.wearerId,
      at('14:00'),
    ])
    expect(await strike(at('15:00'), person)).toEqual([])
    await counts(person, [at('17:55'), 0])
    expect(await strike(at('18:00'), person)).toEqual(['trigger'])
  })

  it('who is out, as a fence of theirs knows', async () => {
    const person = await still()
    const place = { name: 'Home', lat: 32, lng: 34, radiusM: 150 }
    const [fence] = await harness.db
      .insert(fences)
      .values({ deviceId: person.deviceId, ...place })
      .returning()
    const state = (left: boolean) => JSON.stringify({ state: { [fence?.uuid ?? '']: { left } }, flaps: {} })
    await sql(`insert into rule_states (device_id, kind, state) values ($1, 'GEOFENCE', $2)`, [
      person.deviceId,
      state(true),
    ])
    expect(await strike(at('15:00'), person)).toEqual([])
    await sql('update rule_states set state = $2 where device_id = $1', [person.deviceId, state(false)])
    expect(await strike(at('15:00'), person)).toEqual(['trigger'])
  })

  it('but it is told of who was outside of a fence that is no more', async () => {
    const gone = await still()
    await sql(
      `insert into rule_states (device_id, kind, state) values ($1, 'GEOFENCE', '{"state":{"x":{"left":true}},"flaps":{}}')`,
      [gone.deviceId],
    )
    expect(await strike(at('15:00'), gone)).toEqual(['trigger'])
  })

  it('whose watch is off the wrist, silent, new to them, or counts no steps', async () => {
    const off = await still()
    await sql(
      `insert into rule_states (device_id, kind, state) values ($1, 'OFF_WRIST', '{"state":{"wearing":{}},"flaps":{}}')`,
      [off.deviceId],
    )
    expect(await strike(at('15:00'), off)).toEqual([])
    const silent = await still()
    await seenLast(silent, at('13:29'))
    expect(await strike(at('15:00'), silent)).toEqual([])
    const fresh = await still()
    await sql('update assignments set started_at = $2 where device_id = $1', [fresh.deviceId, at('11:30')])
    expect(await strike(at('15:00'), fresh)).toEqual([])
    const countless = await newPerson()
    await seenLast(countless, at('14:59'))
    expect(await strike(at('15:00'), countless)).toEqual([])
  })

  it('whose watch came back and may still send what it could not, until it has, or for a quarter of an hour', async () => {
    const person = await newPerson()
    await counts(person, [at('05:00'), 0], [at('13:50'), 0])
    await seenLast(person, at('15:00'))
    const connected = (since: Date) =>
      sql('update device_status set connected_at = $2 where device_id = $1', [person.deviceId, since])
    await connected(at('14:59'))
    expect(await strike(at('15:00'), person)).toEqual([])
    await connected(at('14:44'))
    expect(await strike(at('15:00'), person)).toEqual(['trigger'])
    const other = await newPerson()
    await counts(other, [at('05:00'), 0], [at('13:50'), 0], [at('14:00'), 80], [at('14:59'), 80])
    await sql('update device_status set connected_at = $2 where device_id = $1', [
      other.deviceId,
      at('14:58'),
    ])
    expect(await strike(at('15:00'), other)).toEqual([])
  })

  it('for four hours after an outage of our own, which no restart is', async () => {
    const clock = harness.connection
    const broker = (seen: Date) => sql('insert into broker_nodes (seen_at) values ($1)', [seen])
    await broker(at('23:00'))
    const first = await steadySince(clock, at('06:00'))
    expect(first).toEqual(at('06:00'))
    expect(await steadySince(clock, at('06:10'))).toEqual(first)
    expect(await steadySince(clock, at('06:19'))).toEqual(first)
    expect(await steadySince(clock, at('07:30'))).toEqual(at('07:30'))
    const person = await still()
    expect(await strike(at('11:29'), person, at('07:30'))).toEqual([])
    expect(await strike(at('11:30'), person, at('07:30'))).toEqual(['trigger'])
    // No broker: the clock strikes, and nobody is heard.
    await sql('update broker_nodes set seen_at = $1', [at('07:30')])
    expect(await steadySince(clock, at('07:40'))).toEqual(at('07:30'))
    expect(await steadySince(clock, at('07:45'))).toEqual(at('07:45'))
  })

  it('for whom nobody asked, and is looked at no sooner than something can be new', async () => {
    const person = await still()
    await sql('update wearer_routines set inactivity_minutes = null where wearer_id = $1', [person.wearerId])
    expect(await strike(at('15:00'), person)).toEqual([])
    await sql(
      'update wearer_routines set inactivity_minutes = 240, inactivity_look_at = $2 where wearer_id = $1',
      [person.wearerId, at('15:01')],
    )
    const changes = await inactivity(harness.connection, { at: at('15:00'), steady: long })
    expect(changes.filter(({ deviceId }) => deviceId === person.deviceId)).toEqual([])
  })

  it('whose watch is off the wrist or silent, though a beacon of theirs is heard', async () => {
    const off = await still()
    await heardInRoom(off)
    await sql(
      `insert into rule_states (device_id, kind, state) values ($1, 'OFF_WRIST', '{"state":{"wearing":{}},"flaps":{}}')`,
      [off.deviceId],
    )
    expect(await strike(at('15:00'), off)).toEqual([])
    // So long on the charger that none of its counts is new.
    await seenLast(off, at('19:59', '2026-11-26'))
    expect(await strike(at('20:00', '2026-11-26'), off)).toEqual([])
    const silent = await still()
    await heardInRoom(silent)
    await seenLast(silent, at('09:00'))
    expect(await strike(at('15:00'), silent)).toEqual([])
    expect(await strike(at('20:00', '2026-11-26'), silent)).toEqual([])
  })
})

it('of who wears a tag alone its room is enough', async () => {
  const person = await newPerson()
  await heardInRoom(person)
  expect(await strike(at('12:00'), person)).toEqual(['trigger'])
})

async function secondWatch({ companyId, branchId, wearerId }: Person) {
  const { id: deviceId } = await createDevice(harness.db, { companyId, branchId })
  await harness.db.insert(assignments).values({ wearerId, deviceId, startedAt: long })
  return { deviceId }
}

describe('of several watches', () => {
  it('one that is worn and counts is enough, and the alarm is one', async () => {
    const person = await newPerson()
    const second = await secondWatch(person)
    await counts(second, [at('05:00'), 0], [at('10:55'), 0])
    expect(await strike(at('11:00'), person)).toEqual(['trigger'])
    await counts(second, [at('11:10'), 12])
    expect(await strike(at('11:11'), person)).toEqual(['clear'])
  })

  it('the one that moved last is theirs: while it is silent nobody knows, though another lies still', async () => {
    const person = await newPerson()
    const second = await secondWatch(person)
    await counts(person, [at('05:00'), 0], [at('08:00'), 300])
    await counts(second, [at('05:00'), 0], [at('13:55'), 0])
    expect(await strike(at('14:00'), person)).toEqual([])
    await seenLast(person, at('13:59'))
    expect(await strike(at('14:00'), person)).toEqual(['trigger'])
  })

  it('the one that was put on since is theirs, though it did not move yet', async () => {
    const person = await newPerson()
    const second = await secondWatch(person)
    await counts(person, [at('05:00'), 0], [at('08:00'), 300])
    await counts(second, [at('05:00'), 0], [at('12:25'), 0])
    await sql(
      `insert into device_events (device_id, time, type, received_at) values ($1, $2, 'ON_WRIST', $2)`,
      [second.deviceId, at('08:30')],
    )
    expect(await strike(at('12:29'), person)).toEqual([])
    expect(await strike(at('12:30'), person)).toEqual(['trigger'])
  })
})

it('a person who was deleted is not due for ever: 500 of them would be all that a round looks at', async () => {
  const person = await newPerson()
  await sql('update wearers set deleted_at = now() where id = $1', [person.wearerId])
  expect(await strike(at('15:00'), person)).toEqual([])
  expect(await lookAt(person)).toEqual(at('16:00'))
})
