import { MAX_POSITIONS } from '@carewatch/contracts/http/positions'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { deviceCommands, devices, relatives } from '@carewatch/migrations/schema/devices'
import { positions } from '@carewatch/migrations/schema/readings'
import { assignments } from '@carewatch/migrations/schema/wearers'
import { auditLog } from '@carewatch/migrations/schema/people'
import { openTimescale } from '@carewatch/platform/database/client'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  addDevice,
  createCompanyFixture,
  type CompanyFixture,
  minutesAgo,
  raiseAlarm,
} from '../testing/fixtures.ts'
import { bestFixes, everyFix, FASTEST_M_PER_S } from './positions-sql.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
type Fix = Partial<typeof positions.$inferInsert> & { minutes: number }
const HOME = { lat: 32.0853, lng: 34.7818 }

const walk = (deviceId: number, ...fixes: Fix[]) =>
  harness.db.insert(positions).values(
    fixes.map(({ minutes, ...fix }) => ({
      deviceId,
      time: minutesAgo(minutes),
      accuracyM: 12.3,
      ...HOME,
      ...fix,
    })),
  )
const get = (path: string, as: Role = 'SUPERVISOR') =>
  harness.call('GET', `/readings/${path}`, { token: fixture.people[as].token })
const track = async (rest: string, as?: Role) =>
  (await get(`${fixture.device.imei}/location/${rest}`, as)).context
const withoutGrant = () =>
  harness.db
    .update(relatives)
    .set({ maySeeLocation: false })
    .where(eq(relatives.userId, fixture.people.RELATIVE.id))

describe('a track', () => {
  it('shows where the watch was, oldest first, with how exact and by what it knew', async () => {
    await walk(
      fixture.device.id,
      { minutes: 5, source: 'WIFI', accuracyM: null },
      { minutes: 30 },
      { minutes: 90 },
    )
    const { positions: shown, thinned, spanMs } = await track(String(minutesAgo(60).getTime()))
    expect(shown).toMatchObject([
      { ...HOME, accuracy: 12.3, source: 'GPS', hidden: false },
      { ...HOME, accuracy: null, source: 'WIFI', hidden: false },
    ])
    expect({ thinned, spanMs }).toEqual({ thinned: false, spanMs: 0 })
    const until = minutesAgo(20).toISOString()
    expect((await track(`0?to=${until}`)).positions).toHaveLength(2)
  })

  it('marks a fix that nobody could have come to and left so fast, and only that one', async () => {
    await walk(
      fixture.device.id,
      { minutes: 20 },
      { minutes: 15, lat: 32.09 },
      { minutes: 10, lat: 51.5, lng: -0.12 },
      { minutes: 5, lat: 32.091 },
      { minutes: 1, lat: 32.092 },
    )
    const { positions: shown } = await track('0')
    expect(shown.map(({ hidden }: { hidden: boolean }) => hidden)).toEqual([false, false, true, false, false])
  })

  it('hides no exact fix for the cells around it, nor thins it away for them', async () => {
    const from = minutesAgo(60)
    const { id } = fixture.device
    const at = (seconds: number) => ({ deviceId: id, time: new Date(from.getTime() + seconds * 1_000) })
    const cell = { source: 'CELL', accuracyM: 3_000, lat: 32.4, lng: HOME.lng } as const
    await harness.db.insert(positions).values([
      { ...at(5), ...cell },
      { ...at(10), ...HOME, accuracyM: null },
      { ...at(15), ...cell },
    ])
    const values = [id, from, new Date(from.getTime() + 60_000), FASTEST_M_PER_S]
    const facts = openTimescale(harness.url, 1)
    onTestFinished(() => facts.end())
    const every = await facts.query<{ hidden: boolean }>(everyFix, values)
    expect(every.rows.map(({ hidden }) => hidden)).toEqual([false, false, false])
    const best = await facts.query<{ source: string }>(bestFixes, [...values, 3_600_000])
    expect(best.rows.map(({ source }) => source)).toContain('GPS')
    expect(best.rows.length).toBeLessThanOrEqual(2)
  })

  it('leaves a flight as it is: fast for hours, but not that fast', async () => {
    await walk(
      fixture.device.id,
      { minutes: 180, lat: 32, lng: 34.8 },
      { minutes: 120, lat: 36, lng: 28 },
      { minutes: 60, lat: 41, lng: 20 },
    )
    const { positions: shown } = await track('0')
    expect(shown.some(({ hidden }: { hidden: boolean }) => hidden)).toBe(false)
  })

  it('of eight weeks in emergency mode is thinned to the best fixes, in order', async () => {
    const count = 20_000
    const fixes = Array.from({ length: count }, (_, at) => ({
      minutes: count - at,
      lat: 32 + at / 1_000_000,
      accuracyM: at % 10 === 3 ? 4 : 80,
    }))
    for (let at = 0; at < count; at += 5_000) await walk(fixture.device.id, ...fixes.slice(at, at + 5_000))
    const { positions: shown, thinned, spanMs } = await track('0')
    expect(thinned).toBe(true)
    expect(spanMs).toBeGreaterThan(0)
    expect(shown.length).toBeLessThanOrEqual(MAX_POSITIONS)
    expect(shown.length).toBeGreaterThan(MAX_POSITIONS / 2)
    const exact = shown.filter(({ accuracy }: { accuracy: number }) => accuracy === 4)
    expect(exact.length).toBeGreaterThan(shown.length * 0.9)
    const times = shown.map(({ time }: { time: string }) => time)
    expect(times).toEqual(times.toSorted())
  })

  it('is not told to a relative without the grant, who hears why, nor to another house', async () => {
    expect((await get(`${fixture.device.imei}/location/0`, 'RELATIVE')).status).toBe(200)
    await withoutGrant()
    expect(await get(`${fixture.device.imei}/location/0`, 'RELATIVE')).toMatchObject({
      status: 403,
      message: 'The location of this device is not shared with you',
    })
    const { imei } = fixture.device
    fixture = await createCompanyFixture(harness)
    expect((await get(`${imei}/location/0`)).status).toBe(404)
    expect((await get(`${imei}/location/0`, 'USER')).status).toBe(403)
  })

  it('that was looked at leaves one trace in an hour, with where from', async () => {
    const of = and(eq(auditLog.entityUuid, fixture.wearer.uuid), eq(auditLog.action, 'located'))
    for (let look = 0; look < 3; look++) await track('0')
    await get('locations')
    await until('it is noted', async () => (await harness.db.$count(auditLog, of)) > 0)
    const traces = await harness.db.select().from(auditLog).where(of)
    expect(traces).toMatchObject([{ userId: fixture.people.SUPERVISOR.id, companyId: fixture.company.id }])
    expect(traces[0]?.address).toMatch(/127\.0\.0\.1/)
  })
})

describe('where a watch was last', () => {
  it('is shown for each watch in scope, with its home, also before its first fix', async () => {
    await harness.db
      .update(devices)
      .set({ name: 'A', homeLat: HOME.lat, homeLng: HOME.lng })
      .where(eq(devices.id, fixture.device.id))
    const other = await addDevice(harness, fixture)
    await harness.db.update(devices).set({ name: 'B' }).where(eq(devices.id, other.id))
    await walk(fixture.device.id, { minutes: 9 }, { minutes: 1, lat: 32.5 })
    const { context } = await get('locations', 'OWNER')
    expect(context).toMatchObject({
      total: 2,
      locations: [
        { deviceName: 'A', home: HOME, position: { lat: 32.5 } },
        { deviceName: 'B', home: null, position: null },
      ],
    })
    expect((await get('locations?size=1&page=2', 'OWNER')).context.locations).toHaveLength(1)
    expect((await get('locations?size=1000', 'OWNER')).context.locations).toHaveLength(2)
    expect((await get('locations?size=1001', 'OWNER')).status).toBe(400)
    const one = await get(`latestLocation/${fixture.device.imei}`)
    expect(one.context.location.position).toMatchObject({ lat: 32.5 })
  })

  it('comes with what is open of who wears it now, in the order of triage, and of nobody before', async () => {
    const other = await addDevice(harness, fixture)
    const vital = { kind: 'HEART_RATE', direction: 'HIGH', category: 'PHYSIOLOGICAL' } as const
    const { alarm: old } = await raiseAlarm(harness, fixture, { ...vital, kind: 'SPO2' })
    await harness.db.update(alarms).set({ wearerId: null }).where(eq(alarms.id, old.id))
    await raiseAlarm(harness, fixture, { ...vital, severity: 'MEDIUM' })
    await raiseAlarm(harness, fixture, { kind: 'SOS' })
    const { alarm: over } = await raiseAlarm(harness, fixture, { kind: 'FALL' })
    await harness.db.update(alarms).set({ closedAt: new Date() }).where(eq(alarms.id, over.id))
    const { locations } = (await get('locations')).context
    const kindsOf = (uuid: string) =>
      locations
        .find(({ deviceUuid }: { deviceUuid: string }) => deviceUuid === uuid)
        .alarms.map(({ kind, acknowledged }: { kind: string; acknowledged: boolean }) => [kind, acknowledged])
    expect(kindsOf(fixture.device.uuid)).toEqual([
      ['SOS', false],
      ['HEART_RATE', false],
    ])
    expect(kindsOf(other.uuid)).toEqual([])
    const [worn] = await harness.db
      .select({ wearerId: assignments.wearerId })
      .from(assignments)
      .where(eq(assignments.deviceId, fixture.device.id))
    // Of one person, by two devices: each of them shows what the other told.
    await harness.db
      .insert(assignments)
      .values({ wearerId: worn?.wearerId ?? 0, deviceId: other.id, startedAt: minutesAgo(9) })
    const both = (await get('locations')).context.locations
    expect(both.map(({ alarms: of }: { alarms: unknown[] }) => of.length)).toEqual([2, 2])
    const { location } = (await get(`latestLocation/${fixture.device.imei}`, 'OWNER')).context
    expect(location.alarms).toHaveLength(2)
  })

  it('is an exact place until a wide circle no longer holds it, for a day at most', async () => {
    const { id, imei } = fixture.device
    const shown = async () => (await get(`latestLocation/${imei}`)).context.location.position
    const cell = { source: 'CELL', accuracyM: 3_000 } as const
    await walk(id, { minutes: 25 * 60 }, { minutes: 40, ...cell })
    expect(await shown()).toMatchObject({ source: 'CELL' })
    await walk(id, { minutes: 30, accuracyM: null }, { minutes: 25, ...cell, lat: 32.1 })
    expect(await shown()).toMatchObject({ ...HOME, source: 'GPS' })
    await walk(id, { minutes: 24, source: 'WIFI', accuracyM: 400 })
    expect(await shown()).toMatchObject({ ...HOME, source: 'GPS' })
    await walk(id, { minutes: 20, ...cell, lat: 32.2 })
    expect(await shown()).toMatchObject({ lat: 32.2, accuracy: 3_000, source: 'CELL' })
    await walk(id, { minutes: 15, source: 'WIFI', accuracyM: 120 }, { minutes: 10, ...cell, accuracyM: null })
    expect(await shown()).toMatchObject({ ...HOME, accuracy: 120, source: 'WIFI' })
  })

  it('is left out for a relative without the grant', async () => {
    await withoutGrant()
    expect((await get('locations', 'RELATIVE')).context).toEqual({ locations: [], total: 0 })
    expect((await get(`latestLocation/${fixture.device.imei}`, 'RELATIVE')).status).toBe(403)
  })
})

describe('the last days', () => {
  /** The same said by the database alone: beyond 150 m of home until the next fix, cut at each midnight of the zone. */
  const fromDatabase = async (deviceId: number, zone: string, days: readonly { day: string }[]) => {
    const { rows } = await harness.db.execute(sql`
      with track as (select time, lat, lead(time) over (order by time) as next from positions where device_id = ${deviceId}),
      days as (select day, (day::timestamp at time zone ${zone}) as "from", ((day + 1)::timestamp at time zone ${zone}) as "to"
        from unnest(array[${sql.join(
          days.map(({ day }) => sql`${day}::date`),
          sql`, `,
        )}]) day)
      select to_char(day, 'YYYY-MM-DD') as day, (select count(*)::int from track where time >= "from" and time < "to") as fixes,
        (select coalesce(sum(greatest(0, date_part('epoch', least(next, "to") - greatest(time, "from")) * 1000)), 0)::int
          from track where lat > ${HOME.lat + 0.01} and next > "from" and time < "to") as "awayMs"
      from days order by day`)
    return rows
  }

  it('end now, and say what the database says, by the clocks where the watch is worn', async () => {
    const { id, imei } = fixture.device
    await harness.db.update(devices).set({ homeLat: HOME.lat, homeLng: HOME.lng }).where(eq(devices.id, id))
    const fixes = Array.from({ length: 3 * 96 }, (_, at) => ({
      minutes: 15 * at + 1,
      lat: HOME.lat + (at % 24 < 7 ? 0.02 : 0),
    }))
    await walk(id, ...fixes)
    const { timeZone, days } = (await get(`locationDays/${imei}?days=3`, 'OWNER')).context
    const today = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date())
    expect(days.map(({ day }: { day: string }) => day).at(-1)).toBe(today)
    const found = days.map(({ day, fixes: n, awayMs }: Record<string, unknown>) => ({
      day,
      fixes: n,
      awayMs,
    }))
    const known = await fromDatabase(id, timeZone, days)
    expect(found).toEqual(known)
    expect(known).toContainEqual(expect.objectContaining({ fixes: 96 }))
    const [, whole] = days
    expect(whole.farthestM).toBeGreaterThan(2_200)
    expect(whole.stops.map(({ place }: { place: { kind: string } | null }) => place?.kind ?? null)).toEqual(
      expect.arrayContaining(['HOME', null]),
    )
  })

  it('are not for a relative without the grant, nor for another house, and of 15 days nobody asks', async () => {
    await withoutGrant()
    const { imei } = fixture.device
    expect((await get(`locationDays/${imei}`, 'RELATIVE')).status).toBe(403)
    expect((await get(`locationDays/${imei}?days=15`)).status).toBe(400)
    fixture = await createCompanyFixture(harness)
    expect((await get(`locationDays/${imei}`)).status).toBe(404)
  })
})

describe('asking a watch where it is', () => {
  const ask = (as: Role = 'OWNER', deviceIMEI = fixture.device.imei) =>
    harness.call('POST', '/readings/liveLocation', { token: fixture.people[as].token, body: { deviceIMEI } })

  it('needs a home location, and then waits for the watch', async () => {
    expect(await ask()).toMatchObject({ status: 409, message: 'Please set home location' })
    await harness.db
      .update(devices)
      .set({ homeLat: HOME.lat, homeLng: HOME.lng })
      .where(eq(devices.id, fixture.device.id))
    expect((await ask()).context.command).toMatchObject({ kind: 'LOCATE', state: 'QUEUED' })
    const queued = and(eq(deviceCommands.deviceId, fixture.device.id), eq(deviceCommands.state, 'QUEUED'))
    await ask('RELATIVE')
    expect(await harness.db.$count(deviceCommands, queued)).toBe(1)
  })

  it('is not for a relative without the grant, nor for another house', async () => {
    await withoutGrant()
    expect((await ask('RELATIVE')).status).toBe(403)
    const { imei } = (await createCompanyFixture(harness)).device
    expect((await ask('MANAGER', imei)).status).toBe(404)
  })
})

describe('who looked', () => {
  const viewings = (as: Role) =>
    harness.call('GET', `/devices/viewings/${fixture.device.uuid}`, { token: fixture.people[as].token })

  it('is told to the owner: who, when and at what', async () => {
    await track('0')
    await get(`overview/${fixture.device.imei}`, 'MANAGER')
    const actions = async () =>
      (await viewings('OWNER')).context.viewings.map(({ action }: { action: string }) => action)
    await expect.poll(actions).toEqual(expect.arrayContaining(['located', 'viewed']))
    const { context } = await viewings('OWNER')
    expect(
      context.viewings.map(({ action, user }: { action: string; user: object }) => ({ action, user })),
    ).toEqual(
      expect.arrayContaining([
        {
          action: 'located',
          user: { uuid: fixture.people.SUPERVISOR.uuid, name: 'Nora Nurse', role: 'SUPERVISOR' },
        },
        { action: 'viewed', user: expect.objectContaining({ role: 'MANAGER' }) },
      ]),
    )
    expect(JSON.stringify(context)).not.toContain('127.0.0.1')
    expect((await viewings('RELATIVE')).status).toBe(403)
  })
})
