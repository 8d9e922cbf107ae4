import { createBranch } from '@carewatch/migrations/factories'
import { branches } from '@carewatch/migrations/schema/people'
import { assignments, wearerRoutines, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyChanges } from '../alarms/apply.ts'
import { evaluateBatches } from '../evaluate/evaluate-batches.ts'
import { createRuleMemory } from '../evaluate/rule-memory.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { alarmsOf, createFamily, type EngineHarness, startHarness } from '../testing.ts'
import { missedCheckIns } from './missed-check-ins.ts'

/** In Jerusalem, two hours ahead. */
const at = (clock: string, day = '2026-11-24'): Date => new Date(`${day}T${clock}:00+02:00`)
const long = at('00:00', '2026-11-10')

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
const sql = (text: string, values: unknown[]) => harness.owner.query(text, values)

/** Somebody who is asked until ten each day. */
async function newPerson() {
  const { db } = harness
  const { company, branch, device } = await createFamily(harness)
  await db.update(branches).set({ timeZone: 'Asia/Jerusalem' }).where(eq(branches.id, branch.id))
  const place = { companyId: company.id, branchId: branch.id }
  const [wearer] = await db
    .insert(wearers)
    .values({ firstName: 'Ruth', ...place })
    .returning()
  const wearerId = wearer?.id ?? 0
  await db.insert(assignments).values({ wearerId, deviceId: device.id, startedAt: long })
  await db
    .insert(wearerRoutines)
    .values({ wearerId, checkInBy: '10:00', checkInSince: long, checkInLookAt: long })
  return { wearerId, deviceId: device.id, branchId: branch.id, companyId: company.id }
}
type Person = Awaited<ReturnType<typeof newPerson>>

/** The clock strikes; what comes of it for them. */
async function strike(now: Date, { deviceId }: Person, steady = long) {
  const changes = await missedCheckIns(harness.connection, { at: now, steady })
  const own = changes.filter((change) => change.deviceId === deviceId)
  await applyChanges(harness.connection, await createDeviceCache().load(harness.connection, [deviceId]), own)
  return own.map(({ change }) => change)
}
const lookAt = async ({ wearerId }: Person): Promise<Date> =>
  (await sql('select check_in_look_at as at from wearer_routines where wearer_id = $1', [wearerId])).rows[0]
    .at
/** As ingest hands it over. */
const press = ({ deviceId }: Person, time: Date, isUnproven = false) =>
  sql('insert into pending_evaluations (urgent, events, unproven) values (true, $1, $2)', [
    JSON.stringify([{ deviceId, type: 'CHECK_IN', time: time.getTime(), receivedAt: time.getTime() }]),
    isUnproven,
  ])
const evaluate = () => {
  const [deviceCache, memory] = [createDeviceCache(), createRuleMemory()]
  return evaluateBatches({ db: harness.connection, deviceCache, memory, publish: () => {} }, true, 100)
}

describe('somebody who says each day that they are well', () => {
  it('did so by a button, and nobody is told', async () => {
    const person = await newPerson()
    await press(person, at('08:30'))
    await evaluate()
    expect(await strike(at('10:00'), person)).toEqual([])
    expect(await lookAt(person)).toEqual(at('09:00', '2026-11-25'))
    expect(await strike(at('09:00', '2026-11-25'), person)).toEqual([])
    expect(await lookAt(person)).toEqual(at('10:00', '2026-11-25'))
    expect(await strike(at('10:00', '2026-11-25'), person)).toEqual(['trigger'])
  })

  it('did not: it is told once, until they do', async () => {
    const person = await newPerson()
    expect(await strike(at('09:59'), person)).toEqual([])
    expect(await strike(at('10:00'), person)).toEqual(['trigger'])
    expect(await alarmsOf(harness, person.deviceId)).toMatchObject([
      { kind: 'CHECK_IN_MISSED', severity: 'MEDIUM', active: true },
    ])
    expect(await strike(at('10:30'), person)).toEqual([])
    await press(person, at('10:40'))
    await evaluate()
    expect(await strike(at('10:40'), person)).toEqual(['clear'])
    expect(await strike(at('10:41'), person)).toEqual([])
    expect(await alarmsOf(harness, person.deviceId)).toMatchObject([{ active: false, count: 1 }])
  })

  it('did not, and is asked no more, as their new house says nothing or by name: it ends', async () => {
    const [moved, off] = [await newPerson(), await newPerson()]
    await sql(`update branches set routine = '{"checkInBy":"10:00"}' where id = $1`, [moved.branchId])
    await sql(`update wearer_routines set check_in_from = 'BRANCH' where wearer_id = $1`, [moved.wearerId])
    for (const person of [moved, off]) expect(await strike(at('10:00'), person)).toEqual(['trigger'])
    const other = await createBranch(harness.db, moved.companyId)
    await sql('update wearers set branch_id = $2 where id = $1', [moved.wearerId, other.id])
    await sql('update wearer_routines set check_in_by = null where wearer_id = $1', [off.wearerId])
    for (const person of [moved, off]) {
      await sql('update wearer_routines set check_in_look_at = $2 where wearer_id = $1', [
        person.wearerId,
        at('10:00'),
      ])
      expect(await strike(at('10:01'), person)).toEqual(['clear'])
      expect(await alarmsOf(harness, person.deviceId)).toMatchObject([{ active: false, closed: false }])
      expect(await strike(at('10:02'), person)).toEqual([])
    }
  })

  it('is asked by the clock of the house, though who is responsible lives elsewhere', async () => {
    const person = await newPerson()
    await sql(`update branches set time_zone = 'America/New_York' where id = $1`, [person.branchId])
    expect(await strike(at('10:00'), person)).toEqual([])
    expect(await strike(at('17:00'), person)).toEqual(['trigger'])
  })

  it('did not, and a person ended it: it is told again the next day, and not the same', async () => {
    const person = await newPerson()
    expect(await strike(at('10:00'), person)).toEqual(['trigger'])
    await sql(
      'update alarms set active = false, cleared_at = $2, closed_at = $2, acknowledged_at = $2 where device_id = $1',
      [person.deviceId, at('10:10')],
    )
    expect(await strike(at('10:20'), person)).toEqual([])
    expect(await strike(at('23:00'), person)).toEqual([])
    expect(await strike(at('10:00', '2026-11-25'), person)).toEqual(['trigger'])
  })

  it('did not, and nobody answered: the next day asks anew and tells again', async () => {
    const person = await newPerson()
    await strike(at('10:00'), person)
    const tomorrow = '2026-11-25'
    expect(await strike(at('00:01', tomorrow), person)).toEqual(['clear'])
    expect(await strike(at('00:02', tomorrow), person)).toEqual([])
    expect(await strike(at('10:00', tomorrow), person)).toEqual(['trigger'])
    expect(await alarmsOf(harness, person.deviceId)).toMatchObject([{ active: true, count: 2 }])
  })

  it('pressed, and it still waits to be evaluated: it is read first', async () => {
    const person = await newPerson()
    await press(person, at('09:50'))
    expect(await strike(at('10:00'), person)).toEqual([])
    await evaluate()
    expect(await strike(at('10:01'), person)).toEqual([])
  })

  it.each([
    ['of somebody else', 'now()', false],
    ['which has been waiting for more than ten minutes', `now() - interval '601 seconds'`, true],
  ])('did not, whatever press waits %s', async (_, since, isOwn) => {
    const person = await newPerson()
    await press(isOwn ? person : await newPerson(), at('09:50'))
    await sql(`update pending_evaluations set created_at = ${since}`, [])
    expect(await strike(at('10:00'), person)).toEqual(['trigger'])
    await evaluate()
  })

  it('pressed, as somebody waits who did not: that one alone is told of', async () => {
    const [pressed, other] = [await newPerson(), await newPerson()]
    await press(pressed, at('09:50'))
    const changes = await missedCheckIns(harness.connection, { at: at('10:00'), steady: long })
    const ids = changes.map(({ deviceId }) => deviceId)
    expect(ids).toContain(other.deviceId)
    expect(ids).not.toContain(pressed.deviceId)
    await evaluate()
  })

  it('pressed in time, and the watch could send it only later: the alarm ends', async () => {
    const person = await newPerson()
    expect(await strike(at('10:00'), person)).toEqual(['trigger'])
    await press(person, at('09:59'))
    await evaluate()
    expect(await strike(at('10:05'), person)).toEqual(['clear'])
    expect(await strike(at('10:06'), person)).toEqual([])
  })

  it('is not said for them by who is not known to be their watch', async () => {
    const person = await newPerson()
    await press(person, at('09:50'), true)
    await evaluate()
    expect(await strike(at('10:00'), person)).toEqual(['trigger'])
  })

  it('is away, or may have pressed in an outage of ours', async () => {
    const away = await newPerson()
    await sql(`update wearers set status = 'AWAY', away_reason = 'hospital' where id = $1`, [away.wearerId])
    expect(await strike(at('10:00'), away)).toEqual([])
    const unheard = await newPerson()
    expect(await strike(at('10:00'), unheard, at('08:30'))).toEqual([])
    const inTheNight = await newPerson()
    expect(await strike(at('10:00'), inTheNight, at('03:00'))).toEqual(['trigger'])
  })

  it.each([
    ['2026-03-27', '+03:00'],
    ['2026-10-25', '+02:00'],
  ])('is asked by their own clock where it was changed in the night of %s', async (day, zone) => {
    const person = await newPerson()
    const since = new Date('2026-01-01T00:00:00Z')
    const moment = (clock: string) => new Date(`${day}T${clock}:00${zone}`)
    await sql('update assignments set started_at = $2 where wearer_id = $1', [person.wearerId, since])
    await sql('update wearer_routines set check_in_since = $2, check_in_look_at = $2 where wearer_id = $1', [
      person.wearerId,
      since,
    ])
    expect(await strike(moment('09:59'), person, since)).toEqual([])
    expect(await strike(moment('10:00'), person, since)).toEqual(['trigger'])
  })
})

it('a person who was deleted is not due for ever: 500 of them would be all that a round looks at', async () => {
  const person = await newPerson()
  await sql('update wearers set deleted_at = now() where id = $1', [person.wearerId])
  expect(await strike(at('10:00'), person)).toEqual([])
  expect(await lookAt(person)).toEqual(at('11:00'))
})
