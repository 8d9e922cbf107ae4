import type { LiveEvent } from '@carewatch/contracts/events'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import { type MetricName, metrics } from '@carewatch/contracts/metrics'
import { branches } from '@carewatch/migrations/schema/people'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createFamily, type EngineHarness, startHarness } from '../testing.ts'
import { changed } from './changed.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** In Jerusalem, two hours ahead, as everybody here. */
const at = (clock: string, day = '2026-11-24'): Date => new Date(`${day}T${clock}:00+02:00`)
const MORNING = at('09:30')
const later = (days: number): Date => new Date(MORNING.getTime() + days * DAY)

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
const sql = async (text: string, values: unknown[]) => (await harness.owner.query(text, values)).rows
// Each has those who are due to itself.
afterEach(() => sql('update devices set is_active = $1', [false]))

async function newPerson(wornSince = at('00:00', '2026-09-01')) {
  const { db } = harness
  const family = await createFamily(harness)
  const { company, branch, device } = family
  await db.update(branches).set({ timeZone: 'Asia/Jerusalem' }).where(eq(branches.id, branch.id))
  const place = { companyId: company.id, branchId: branch.id }
  const [wearer] = await db
    .insert(wearers)
    .values({ firstName: 'Ruth', ...place })
    .returning()
  const wearerId = wearer?.id ?? 0
  await db.insert(assignments).values({ wearerId, deviceId: device.id, startedAt: wornSince })
  return { ...family, wearerId, deviceId: device.id }
}
type Person = Awaited<ReturnType<typeof newPerson>>

/** Twice an hour from one day to another, counted back from this morning; a little more and less in turn. */
const measured = ({ deviceId }: Person, metric: MetricName, { from, to, by }: Measured) =>
  sql(
    `insert into readings (time, device_id, metric, value)
     select time, $1, $2, case when extract(hour from time at time zone 'Asia/Jerusalem') between 7 and 22 then $5::real else $6::real end
       + (extract(epoch from time)::int8 / 1800 % 3 - 1) * 3
     from generate_series($3::timestamptz, $4::timestamptz - interval '1 second', interval '30 minutes') time
     on conflict (device_id, metric, time) do update set value = excluded.value`,
    [deviceId, metrics[metric].id, later(from), later(to), by.day, by.night],
  )
type Measured = { from: number; to: number; by: { day: number; night: number } }

async function look(now = MORNING): Promise<LiveEvent[]> {
  const events: LiveEvent[] = []
  await changed(harness.pool, (_topic, event) => void events.push(event), now)
  return events
}
const alarmsOf = ({ deviceId }: Person) =>
  sql(
    `select kind, direction, severity, metric, value, usual, by_night as "byNight", active, late, count from alarms where device_id = $1 order by metric, id`,
    [deviceId],
  )
const usual = { day: 70, night: 58 }
const shifted = { day: 70, night: 71 }

describe('what is no longer as usual', () => {
  it('is told in the morning after the third night, with what was usual and what is', async () => {
    const person = await newPerson()
    await measured(person, 'heartRate', { from: -30, to: -3, by: usual })
    await measured(person, 'heartRate', { from: -3, to: 0, by: shifted })
    const events = await look()
    const alarms = await alarmsOf(person)
    expect(alarms).toEqual([
      {
        kind: 'CHANGED',
        direction: 'HIGH',
        severity: 'LOW',
        metric: 'heartRate',
        value: 71,
        usual: 58,
        byNight: true,
        active: true,
        late: false,
        count: 1,
      },
    ])
    expect(alarmMessage('en', { isRehearsal: false, ...alarms[0] })).toBe(
      'Heart rate by night: was 58, for 3 days it is 71',
    )
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'notification',
        notification: expect.objectContaining({ usual: 58, byNight: true, value: 71 }),
      }),
    )
    const chain = await sql(
      `select e.chain -> 'steps' -> 0 as step from escalations e join alarms a on a.id = e.alarm_id where a.device_id = $1`,
      [person.deviceId],
    )
    expect(chain).toMatchObject([{ step: { who: ['SUPERVISOR', 'OWNER'], channels: ['IN_APP'] } }])
  })

  it('is told once, not again the next day nor by another engine on the same one, though a person ended it', async () => {
    const person = await newPerson()
    await measured(person, 'heartRate', { from: -30, to: -3, by: usual })
    await measured(person, 'heartRate', { from: -3, to: 3, by: shifted })
    await Promise.all([look(), look()])
    await sql('update alarms set closed_at = now() where device_id = $1', [person.deviceId])
    for (const days of [0, 1, 2]) await look(later(days))
    expect(await alarmsOf(person)).toMatchObject([{ count: 1 }])
  })

  it('is over once it came back, and told again after that', async () => {
    const person = await newPerson()
    await measured(person, 'heartRate', { from: -30, to: 20, by: usual })
    await measured(person, 'heartRate', { from: -3, to: 0, by: shifted })
    await measured(person, 'heartRate', { from: 12, to: 15, by: shifted })
    for (let days = 0; days < 3; days++) await look(later(days))
    expect(await alarmsOf(person)).toMatchObject([{ active: true }])
    await look(later(3))
    expect(await alarmsOf(person)).toMatchObject([{ active: false, count: 1 }])
    for (let days = 4; days <= 15; days++) await look(later(days))
    // Nobody saw the first: it goes on in the same row.
    expect(await alarmsOf(person)).toMatchObject([{ active: true, count: 2 }])
  })

  it('is told of each metric by itself', async () => {
    const person = await newPerson()
    for (const metric of ['heartRate', 'systolic'] as const) {
      await measured(person, metric, { from: -30, to: -3, by: { day: 120, night: 110 } })
      await measured(person, metric, { from: -3, to: 0, by: { day: 120, night: 150 } })
    }
    await look()
    expect(await alarmsOf(person)).toMatchObject([
      { metric: 'heartRate', direction: 'HIGH' },
      { metric: 'systolic', direction: 'HIGH' },
    ])
  })

  it.each(['06:00', '08:59', '21:00', '23:30', '02:00'])('is told to nobody at %s', async (clock) => {
    const person = await newPerson()
    await measured(person, 'heartRate', { from: -30, to: -3, by: usual })
    await measured(person, 'heartRate', { from: -3, to: 1, by: shifted })
    await look(at(clock))
    expect(await alarmsOf(person)).toEqual([])
  })

  it('is told neither of who is away nor of who wears the watch only now', async () => {
    const away = await newPerson()
    const since = await newPerson(later(-3))
    for (const person of [away, since]) {
      await measured(person, 'heartRate', { from: -30, to: -3, by: usual })
      await measured(person, 'heartRate', { from: -3, to: 0, by: shifted })
    }
    await sql(`update wearers set status = 'AWAY' where id = $1`, [away.wearerId])
    await look()
    expect([...(await alarmsOf(away)), ...(await alarmsOf(since))]).toEqual([])
  })

  it('counts nothing of what was measured off the wrist', async () => {
    const person = await newPerson()
    await measured(person, 'heartRate', { from: -30, to: -3, by: usual })
    await measured(person, 'heartRate', { from: -3, to: 0, by: shifted })
    await sql(
      `insert into readings (time, device_id, metric, value) select time, $1, $2, 0 from generate_series($3::timestamptz, $4::timestamptz, interval '30 minutes') time`,
      [person.deviceId, metrics.wearing.id, later(-3), MORNING],
    )
    await look()
    expect(await alarmsOf(person)).toEqual([])
  })

  it('counts nothing of a day before which it was taken off, after the last of the night', async () => {
    const person = await newPerson()
    await measured(person, 'heartRate', { from: -30, to: -3, by: usual })
    await measured(person, 'heartRate', { from: -3, to: 0, by: { day: 95, night: usual.night } })
    // Nothing of the afternoon, in which it is believed to be worn again.
    await sql(
      `delete from readings where device_id = $1 and extract(hour from time at time zone 'Asia/Jerusalem') between 14 and 22`,
      [person.deviceId],
    )
    const sayEachDay = (type: string, clock: string) =>
      Promise.all(
        ['2026-11-21', '2026-11-22', '2026-11-23'].map((day) =>
          sql('insert into device_events (device_id, type, time, received_at) values ($1, $2, $3, $3)', [
            person.deviceId,
            type,
            at(clock, day),
          ]),
        ),
      )
    await sayEachDay('ON_WRIST', '06:40')
    await sayEachDay('OFF_WRIST', '06:45')
    await look()
    expect(await alarmsOf(person)).toEqual([])
  })

  it('keeps nobody from being looked at where one cannot be', async () => {
    const [broken, person] = [await newPerson(), await newPerson()]
    await measured(person, 'heartRate', { from: -30, to: -3, by: usual })
    await measured(person, 'heartRate', { from: -3, to: 0, by: shifted })
    await sql(
      `insert into rule_states (device_id, kind, state, updated_at) values ($1, 'CHANGED', '{"HIGH:heartRate": null}', $2)`,
      [broken.deviceId, later(-1)],
    )
    await sql(
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
      [],
    )
    await sql(
      `create trigger refuse before update on rule_states for each row when (old.device_id = ${broken.deviceId}) execute function refuse()`,
      [],
    )
    await expect(look()).rejects.toThrow('Not every watch')
    expect(await alarmsOf(person)).toHaveLength(1)
    await sql('drop trigger refuse on rule_states', [])
  })
})
