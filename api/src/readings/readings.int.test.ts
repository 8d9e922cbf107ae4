import { MAX_POINTS, VitalOverview } from '@carewatch/contracts/http/readings'
import { type MetricName, metrics } from '@carewatch/contracts/metrics'
import { createDevice } from '@carewatch/migrations/factories'
import { auditLog } from '@carewatch/migrations/schema/people'
import { deviceEvents, readings } from '@carewatch/migrations/schema/readings'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo, record } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

const DAY = 24 * 60
const WEEKS_8 = 56 * DAY
type Point = { time: string; value: number }

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const since = (minutes: number) => minutesAgo(minutes).getTime()
const ask = (imei: string, rest: string, token = fixture.people.SUPERVISOR.token) =>
  harness.call('GET', `/readings/${imei}/${rest}`, { token })
const newDevice = () =>
  createDevice(harness.db, { companyId: fixture.company.id, branchId: fixture.branch.id })

describe('a graph', () => {
  it('shows every reading when they are few, oldest first', async () => {
    const device = await newDevice()
    await record(harness, device.id, { metric: 'heartRate', minutes: 60, every: 5, value: (i) => 60 + i })
    const { context } = await ask(device.imei, `heartRate/${since(34)}`)
    expect(context.spanMs).toBe(0)
    expect(context.readings.map(({ value }: Point) => value)).toEqual([66, 67, 68, 69, 70, 71])
  })

  it('over eight weeks keeps a racing pulse that lasted one reading, and a single low one', async () => {
    const device = await newDevice()
    await record(harness, device.id, {
      metric: 'heartRate',
      minutes: WEEKS_8,
      every: 5,
      value: (i) => (i === 7_777 ? 199 : i === 12_345 ? 31 : 70 + (i % 10)),
    })
    const { context } = await ask(device.imei, `heartRate/${since(WEEKS_8 + 5)}`)
    const points: Point[] = context.readings
    expect(points.length).toBeGreaterThan(1_000)
    expect(points.length).toBeLessThanOrEqual(MAX_POINTS)
    expect(context.spanMs).toBeGreaterThan(0)
    const values = points.map(({ value }) => value)
    expect([Math.max(...values), Math.min(...values)]).toEqual([199, 31])
    const spike = points.find(({ value }) => value === 199)
    expect(Math.abs(Date.parse(spike?.time ?? '') - since(WEEKS_8 - 7_777 * 5))).toBeLessThan(60_000)
    const times = points.map(({ time }) => time)
    expect(times).toEqual(times.toSorted((one, other) => Date.parse(one) - Date.parse(other)))
  })

  it('holds a spike also when everything since the beginning is asked for', async () => {
    const device = await newDevice()
    await record(harness, device.id, {
      metric: 'spo2',
      minutes: 10 * DAY,
      every: 5,
      value: (i) => (i === 1_000 ? 81 : 97),
    })
    const { context } = await ask(device.imei, 'spo2/0')
    expect(context.readings.map(({ value }: Point) => value)).toContain(81)
    expect(context.readings.length).toBeLessThanOrEqual(MAX_POINTS)
  })

  it('ends where one asks it to', async () => {
    const device = await newDevice()
    await record(harness, device.id, { metric: 'temperature', minutes: 60, every: 10, value: () => 36.6 })
    const to = minutesAgo(35).toISOString()
    const { context } = await ask(device.imei, `temperature/${since(69)}?to=${encodeURIComponent(to)}`)
    expect(context.readings.map(({ value }: Point) => value)).toEqual([36.6, 36.6, 36.6])
  })

  it('shows both pressures of one measurement together, and keeps the extremes of each', async () => {
    const device = await newDevice()
    const minutes = 30 * DAY
    const pressure = (i: number, usual: number, at: number, odd: number) => (i === at ? odd : usual + (i % 5))
    const all = Array.from({ length: minutes / 10 }, (_, i) => {
      const row = { deviceId: device.id, time: minutesAgo(minutes - i * 10) }
      return [
        { ...row, metric: 2, value: pressure(i, 120, 1_000, 201) },
        { ...row, metric: 3, value: pressure(i, 80, 3_000, 42) },
      ]
    }).flat()
    for (let at = 0; at < all.length; at += 5_000)
      await harness.db.insert(readings).values(all.slice(at, at + 5_000))
    const { context } = await ask(device.imei, `bp/${since(minutes + 10)}`)
    const points: { systolic: number; diastolic: number }[] = context.readings
    expect(points.length).toBeLessThanOrEqual(MAX_POINTS)
    expect(points).toContainEqual(expect.objectContaining({ systolic: 201, diastolic: 80 }))
    expect(points).toContainEqual(expect.objectContaining({ systolic: 120, diastolic: 42 }))
  })

  it('shows the kinds of sleep', async () => {
    const device = await newDevice()
    const row = { deviceId: device.id, time: minutesAgo(10) }
    await harness.db.insert(readings).values([
      { ...row, metric: 7, value: 95 },
      { ...row, metric: 8, value: 210 },
      { ...row, metric: 9, value: 12 },
    ])
    const { context } = await ask(device.imei, `sleep/${since(60)}`)
    expect(context.readings).toMatchObject([{ deep: 95, light: 210, awake: 12 }])
  })

  it('is empty, not an error, for a watch that has sent nothing', async () => {
    const device = await newDevice()
    const { status, context } = await ask(device.imei, 'steps/0')
    expect({ status, context }).toEqual({ status: 200, context: { readings: [], spanMs: 0, worthless: [] } })
  })

  it('refuses an impossible time or IMEI', async () => {
    expect((await ask(fixture.device.imei, 'heartRate/yesterday')).context.errors).toEqual({
      time: 'is not valid',
    })
    expect((await ask('12', 'heartRate/0')).context.errors).toEqual({ imei: 'is not valid' })
  })
})

describe('every reading since a moment', () => {
  it('comes oldest first, and says when there is more', async () => {
    const device = await newDevice()
    await record(harness, device.id, { metric: 'steps', minutes: 10_010, every: 1, value: (i) => i })
    const first = (await ask(device.imei, `since/${since(11_000)}`)).context
    expect(first.more).toBe(true)
    const last = first.readings.at(-1)
    const rest = (await ask(device.imei, `since/${Date.parse(last.time)}`)).context
    expect(rest.more).toBe(false)
    expect(rest.readings[0]).toEqual(last)
    expect(first.readings.length + rest.readings.length - 1).toBe(10_010)
  })
})

describe('what was measured off the wrist', () => {
  const table = async () => {
    const device = await newDevice()
    const now = Date.now()
    const of = (minutes: number, metric: MetricName, value: number) => ({
      deviceId: device.id,
      time: new Date(now - minutes * 60_000),
      metric: metrics[metric].id,
      value,
    })
    await harness.db
      .insert(readings)
      .values([
        of(200, 'heartRate', 70),
        of(190, 'wearing', 0),
        of(180, 'heartRate', 175),
        of(170, 'wearing', 1),
        of(160, 'heartRate', 72),
        of(30, 'wearing', 0),
        of(20, 'heartRate', 168),
      ])
    return { device, of }
  }

  it('is answered as any, with when that was: the graph hatches it', async () => {
    const { device, of } = await table()
    const { context } = await ask(device.imei, `heartRate/${since(240)}`)
    expect(context.readings.map(({ value }: { value: number }) => value)).toEqual([70, 175, 72, 168])
    expect(context.worthless).toMatchObject([
      { from: of(190, 'wearing', 0).time.toISOString(), to: of(170, 'wearing', 1).time.toISOString() },
      { from: of(30, 'wearing', 0).time.toISOString() },
    ])
    const steps = await ask(device.imei, `steps/${since(240)}`)
    expect(steps.context.worthless).toEqual([])
  })

  it('is no greatest, and the newest of it is said to be worthless until it is worn again', async () => {
    const { device, of } = await table()
    const pulse = async () => {
      const { context } = await ask('overview', device.imei)
      return context.overview.find(({ metric }: { metric: string }) => metric === 'heartRate')
    }
    expect(await pulse()).toMatchObject({
      latest: { value: 168 },
      isWorthless: true,
      maxWeek: 72,
      minWeek: 70,
    })
    await harness.db.insert(readings).values([of(10, 'wearing', 1), of(5, 'heartRate', 74)])
    expect(await pulse()).toMatchObject({ latest: { value: 74 }, isWorthless: false, maxWeek: 74 })
  })

  it('ends by an event too, or with the steps of who walks', async () => {
    const { device, of } = await table()
    const at = of(25, 'wearing', 1).time
    await harness.db
      .insert(deviceEvents)
      .values({ deviceId: device.id, type: 'ON_WRIST', time: at, receivedAt: at })
    await harness.db.insert(readings).values([of(186, 'steps', 100), of(185, 'steps', 200)])
    const { context } = await ask(device.imei, `heartRate/${since(240)}`)
    expect(context.worthless).toMatchObject([
      { to: of(185, 'steps', 200).time.toISOString() },
      { to: at.toISOString() },
    ])
  })
})

describe('the overview', () => {
  it('tells the latest, the highest of today and the extremes of a week', async () => {
    const device = await newDevice()
    await record(harness, device.id, {
      metric: 'heartRate',
      minutes: 6 * DAY,
      every: 30,
      value: (i) => (i === 3 ? 150 : i === 4 ? 41 : 70),
    })
    const { context } = await ask('overview', device.imei)
    const pulse = context.overview.find(({ metric }: { metric: string }) => metric === 'heartRate')
    expect(pulse).toMatchObject({
      latest: { value: 70 },
      maxWeek: 150,
      minWeek: 41,
      limits: { low: 50, high: 120 },
    })
    expect(pulse.lastDay.length).toBeGreaterThanOrEqual(24)
    const spo2 = context.overview.find(({ metric }: { metric: string }) => metric === 'spo2')
    expect(spo2).toMatchObject({ latest: null, maxToday: null, maxWeek: null, lastDay: [] })
  })

  it('tells of oxygen the lowest of today, of a week and of each hour, not what it was on the whole', async () => {
    const device = await newDevice()
    await record(harness, device.id, {
      metric: 'spo2',
      minutes: 3 * DAY,
      every: 10,
      value: (i) => (i === 2 ? 88 : 97),
    })
    const now = Date.now()
    const at = (minutes: number, value: number) => ({
      deviceId: device.id,
      metric: metrics.spo2.id,
      time: new Date(now - minutes * 60_000),
      value,
    })
    await harness.db.insert(readings).values([at(0, 93)])
    const { context } = await ask('overview', device.imei)
    const spo2 = VitalOverview.parse(
      context.overview.find(({ metric }: { metric: string }) => metric === 'spo2'),
    )
    expect(spo2).toMatchObject({ minToday: 93, minWeek: 88, maxWeek: 97 })
    expect(spo2.lastDay.at(-1)?.value).toBe(93)
  })

  it('takes today from where the viewer lives', async () => {
    const device = await newDevice()
    const now = new Date()
    const pulse = (minutes: number, value: number) => ({
      deviceId: device.id,
      metric: 1,
      time: new Date(now.getTime() - minutes * 60_000),
      value,
    })
    await harness.db.insert(readings).values([pulse(0, 70), pulse(90, 80), pulse(13 * 60, 90)])
    const maxToday = async (timeZone: string) => {
      const nurse = fixture.people.MONITOR
      await harness.db.update(users).set({ timeZone }).where(eq(users.id, nurse.id))
      const seen = await until(`the zone is ${timeZone}`, async () => {
        const { context } = await harness.call('GET', '/auth/validateToken', { token: nurse.token })
        return context.user.timeZone === timeZone
      }).then(() => ask('overview', device.imei, nurse.token))
      return seen.context.overview[0].maxToday
    }
    // Somewhere it is past midnight by less than an hour; half a world away it is past noon by as much.
    const hour = now.getUTCHours()
    const midnight = hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`
    const noon = hour <= 12 ? `Etc/GMT-${12 - hour}` : `Etc/GMT+${hour - 12}`
    expect(await maxToday(noon)).toBe(80)
    expect(await maxToday(midnight)).toBe(70)
  })

  it('is told also to whom nobody knows the time zone of', async () => {
    const lost = await harness.person('MANAGER', { companyId: fixture.company.id, timeZone: 'Mars/Olympus' })
    expect((await ask('overview', fixture.device.imei, lost.token)).status).toBe(200)
  })
})

describe('who may see vitals', () => {
  it('is not another house: for it the watch does not exist', async () => {
    const other = await createCompanyFixture(harness)
    for (const rest of ['heartRate/0', 'since/0', 'bp/0', 'sleep/0'])
      expect((await ask(fixture.device.imei, rest, other.people.MANAGER.token)).status).toBe(404)
    expect((await ask('overview', fixture.device.imei, other.people.OWNER.token)).status).toBe(404)
  })

  it('leaves a trace of who looked, one in an hour', async () => {
    const device = await newDevice()
    const nurse = fixture.people.SUPERVISOR
    const traces = () =>
      harness.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.entityUuid, device.uuid), eq(auditLog.action, 'viewed')))
    for (let look = 0; look < 3; look++) await ask(device.imei, 'heartRate/0')
    await ask('overview', device.imei, fixture.people.MANAGER.token)
    await until('both have left a trace', async () => (await traces()).length >= 2)
    const who = new Set((await traces()).map(({ userId }) => userId))
    expect(who).toEqual(new Set([nurse.id, fixture.people.MANAGER.id]))
    expect(await traces()).toHaveLength(2)
  })
})
