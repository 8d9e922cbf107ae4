import { caseFigures } from '@carewatch/contracts/figures'
import { branches } from '@carewatch/migrations/schema/people'
import { watchSettings } from '@carewatch/migrations/schema/devices'
import { type alarms, deliveries, tasks } from '@carewatch/migrations/schema/alarms'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addDevice,
  createCompanyFixture,
  type CompanyFixture,
  minutesAgo,
  raiseAlarm,
  record,
} from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

type Values = Partial<typeof alarms.$inferInsert>

describe('the figures of alarms', () => {
  let harness: Harness
  let fixture: CompanyFixture
  beforeAll(async () => {
    harness = await startHarness()
  })
  beforeEach(async () => {
    fixture = await createCompanyFixture(harness)
    await harness.db.update(branches).set({ timeZone: 'UTC' }).where(eq(branches.id, fixture.branch.id))
  })
  afterAll(() => harness.close())

  const read = async (query = '', token = fixture.people.MANAGER.token) =>
    (await harness.call('GET', `/alarms/figures?${query}`, { token })).context
  /** Yesterday at that time, answered and ended so many minutes later. */
  const at = (hour: number): Date => {
    const day = minutesAgo(1_440)
    return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour))
  }
  const later = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)
  const answered = async (openedAt: Date, minutes: [number, number], values: Values = {}) => {
    const [taken, ended] = minutes
    const { task } = await raiseAlarm(harness, fixture, {
      openedAt,
      acknowledgedAt: later(openedAt, taken),
      acknowledgedById: fixture.people.SUPERVISOR.id,
      closedAt: later(openedAt, ended),
      active: false,
      ...values,
    })
    await harness.db.update(tasks).set({ status: 'DONE' }).where(eq(tasks.id, task.id))
  }

  it('are how fast they were answered and ended, half of them and nine of ten, by branch and shift', async () => {
    for (const minutes of [1, 2, 3, 4, 5]) await answered(at(8), [minutes, minutes * 10])
    await answered(at(23), [10, 20], { cause: 'FALSE_ALARM' })
    const { overall, shifts } = await read()
    expect(overall).toMatchObject({ alarms: 6, closed: 6, falseAlarms: 1 })
    const { uuid, name } = fixture.branch
    expect(shifts).toMatchObject([
      {
        branch: { uuid, name },
        shift: 'DAY',
        notified: { median: null, p90: null },
        seen: { median: null, p90: null },
        bedside: { median: null, p90: null },
        inTime: 1,
        alarms: 5,
        closed: 5,
        falseAlarms: 0,
        acknowledge: { median: 180, p90: 276 },
        resolve: { median: 1_800, p90: 2_760 },
      },
      {
        branch: { uuid, name },
        shift: 'NIGHT',
        notified: { median: null, p90: null },
        seen: { median: null, p90: null },
        bedside: { median: null, p90: null },
        inTime: 0,
        alarms: 1,
        closed: 1,
        falseAlarms: 1,
        acknowledge: { median: 600, p90: 600 },
        resolve: { median: 1_200, p90: 1_200 },
      },
    ])
  })

  it('are also how soon somebody was told, saw it and was with the person', async () => {
    const openedAt = at(8)
    const { alarm } = await raiseAlarm(harness, fixture, { openedAt })
    const userId = fixture.people.SUPERVISOR.id
    const after = (seconds: number) => new Date(openedAt.getTime() + seconds * 1_000)
    await harness.db.insert(deliveries).values([
      { alarmId: alarm.id, userId, channel: 'IN_APP', createdAt: after(1) },
      { alarmId: alarm.id, userId, channel: 'SMS', state: 'SENT', createdAt: after(60) },
      { alarmId: alarm.id, userId, channel: 'EMAIL', state: 'FAILED', createdAt: after(1) },
    ])
    const receipt = { alarmId: alarm.id, run: 0, channel: 'IN_APP' } as const
    await harness.db.insert(alarmReceipts).values([
      { ...receipt, userId, shownAt: after(2), seenAt: after(9), bedsideAt: after(80) },
      { ...receipt, userId: fixture.people.MANAGER.id, shownAt: after(3), seenAt: after(30) },
    ])
    expect((await read()).overall).toMatchObject({
      notified: { median: 2, p90: 2 },
      seen: { median: 9, p90: 9 },
      bedside: { median: 80, p90: 80 },
      inTime: 0,
    })
  })

  it('tell night from day by the clocks of the branch', async () => {
    await harness.db
      .update(branches)
      .set({ timeZone: 'Asia/Tokyo' })
      .where(eq(branches.id, fixture.branch.id))
    await answered(at(15), [1, 2])
    expect((await read()).shifts).toMatchObject([{ shift: 'NIGHT' }])
  })

  it('leave out tests of who is told, and how long a battery waited', async () => {
    await answered(at(8), [1, 2], { rehearsal: true })
    await answered(at(8), [600, 700], { kind: 'BATTERY', direction: 'NONE', category: 'TECHNICAL' })
    const { alarms: every, overall, shifts, perDeviceDay, devices, days } = await read()
    expect({ every, devices }).toEqual({ every: 1, devices: 1 })
    expect(perDeviceDay).toBeCloseTo(1 / 28)
    expect(overall).toMatchObject({ alarms: 0, acknowledge: { median: null, p90: null } })
    expect(shifts).toEqual([])
    expect(days.every(({ alarms: ofDay }: { alarms: number }) => ofDay === 0)).toBe(true)
  })

  it('count each day, at most 92 of them', async () => {
    await answered(at(12), [1, 2], { cause: 'FALSE_ALARM' })
    const { days } = await read()
    expect(days.filter(({ alarms: ofDay }: { alarms: number }) => ofDay > 0)).toMatchObject([
      { alarms: 1, falseAlarms: 1 },
    ])
    const { token } = fixture.people.MANAGER
    const from = minutesAgo(93 * 1_440).toISOString()
    expect((await harness.call('GET', `/alarms/figures?from=${from}`, { token })).status).toBe(400)
  })

  it('count a day from midnight to midnight where the reader lives', async () => {
    // At home in the east it is the 3rd already.
    await answered(new Date('2026-05-02T21:30:00Z'), [1, 2])
    const { days } = await read('from=2026-05-01T21:00:00Z&to=2026-05-04T21:00:00Z')
    expect(days).toMatchObject([
      { day: '2026-05-02', alarms: 0 },
      { day: '2026-05-03', alarms: 1 },
      { day: '2026-05-04', alarms: 0 },
    ])
  })

  it('name the watches that ring most, and a limit that suits their wearer, with what it would change', async () => {
    const { device } = fixture
    await harness.db
      .update(watchSettings)
      .set({ limits: { heartRate: { high: 100 } } })
      .where(eq(watchSettings.deviceId, device.id))
    // Twice a day it is beyond 100 for an hour, never beyond 118.
    const value = (index: number) => (index % 48 < 4 ? 104 + (index % 15) : 80)
    await record(harness, device.id, { metric: 'heartRate', minutes: 13 * 1_440, every: 15, value })
    for (const hour of [8, 9, 10]) await answered(at(hour), [1, 2], { cause: 'FALSE_ALARM' })
    await raiseAlarm(
      harness,
      { ...fixture, device: await addDevice(harness, fixture) },
      { kind: 'SOS', direction: 'NONE', metric: null, value: null },
    )
    const { loudest } = await read()
    expect(loudest).toHaveLength(2)
    expect(loudest[0]).toMatchObject({
      device: { uuid: device.uuid },
      kind: 'HEART_RATE',
      direction: 'HIGH',
      alarms: 3,
      closed: 3,
      falseAlarms: 3,
      suggestion: { metric: 'heartRate', side: 'high', present: 100, suggested: 120 },
    })
    const { rings } = loudest[0].suggestion
    expect(rings.suggested).toBe(0)
    expect(rings.present).toBeGreaterThan(20)
    expect(loudest[1]).toMatchObject({ kind: 'SOS', suggestion: null })
  })

  it('suggest no wider limit by what a watch on a table invents', async () => {
    const { device } = fixture
    await harness.db
      .update(watchSettings)
      .set({ limits: { heartRate: { high: 100 } } })
      .where(eq(watchSettings.deviceId, device.id))
    // Six hours of each day it lies on a table and measures 170.
    const isOff = (index: number): boolean => index % 96 < 24
    const value = (index: number) => (isOff(index) ? 170 : index % 48 < 28 ? 104 : 80)
    const of = { minutes: 13 * 1_440, every: 15 } as const
    await record(harness, device.id, { ...of, metric: 'wearing', value: (i) => (isOff(i) ? 0 : 1) })
    await record(harness, device.id, { ...of, metric: 'heartRate', value })
    for (const hour of [8, 9, 10]) await answered(at(hour), [1, 2], { cause: 'FALSE_ALARM' })
    expect((await read()).loudest[0].suggestion).toMatchObject({ suggested: 105 })
  })

  it('suggest nothing for what rang twice, or where the limit is wide enough', async () => {
    const { device } = fixture
    await record(harness, device.id, { metric: 'heartRate', minutes: 1_440, every: 15, value: () => 130 })
    for (const hour of [8, 9]) await answered(at(hour), [1, 2])
    expect((await read()).loudest[0].suggestion).toBeNull()
    await record(harness, device.id, { metric: 'systolic', minutes: 3 * 1_440, every: 15, value: () => 120 })
    for (const hour of [8, 9, 10])
      await answered(at(hour), [1, 2], { kind: 'BLOOD_PRESSURE', metric: 'systolic' })
    expect((await read()).loudest.map(({ suggestion }: { suggestion: unknown }) => suggestion)).toEqual([
      null,
      null,
    ])
  })

  it('of a watch whose wearers were erased are one row, which opens all that it counts', async () => {
    const { company, branch, device, people, wearer } = fixture
    const place = { companyId: company.id, branchId: branch.id }
    const [next] = await harness.db
      .insert(wearers)
      .values({ firstName: 'Walter', ...place })
      .returning()
    for (const one of [wearer, next]) await answered(at(8), [1, 2], { wearerId: one?.id ?? 0 })
    for (const one of [wearer, next]) {
      const path = `/wearers/erase/${one?.uuid}`
      expect((await harness.call('POST', path, { token: people.ADMIN.token })).status).toBe(200)
    }
    const { loudest, from, to } = await read()
    expect(loudest).toMatchObject([{ device: { uuid: device.uuid }, wearer: null, alarms: 2, closed: 2 }])
    const query = `figure=every&device=${device.uuid}&wearer=none&kind=HEART_RATE&direction=HIGH&from=${from}&to=${to}`
    const { token } = people.MANAGER
    expect((await harness.call('GET', `/alarms/figures/cases?${query}`, { token })).context.total).toBe(2)
  })

  it('open the alarms that they count, the slowest first, with their seconds and who it was', async () => {
    const { people, branch, device, wearer } = fixture
    const openedAt = at(8)
    for (const minutes of [1, 3]) await answered(at(8), [minutes, 10], { wearerId: wearer.id })
    await answered(at(23), [2, 20], { cause: 'FALSE_ALARM', closedById: people.MANAGER.id })
    await answered(at(8), [600, 700], { kind: 'BATTERY', direction: 'NONE', category: 'TECHNICAL' })
    const { alarm } = await raiseAlarm(harness, fixture, { openedAt, kind: 'SOS', direction: 'NONE' })
    const after = (seconds: number) => new Date(openedAt.getTime() + seconds * 1_000)
    const message = { alarmId: alarm.id, userId: people.MONITOR.id, channel: 'SMS', state: 'SENT' } as const
    await harness.db.insert(deliveries).values({ ...message, createdAt: after(5) })
    const receipt = { alarmId: alarm.id, run: 0, channel: 'IN_APP', userId: people.SUPERVISOR.id } as const
    await harness.db.insert(alarmReceipts).values({ ...receipt, seenAt: after(9), bedsideAt: after(80) })
    const list = async (query: string, token = people.MANAGER.token) => {
      const { context } = await harness.call('GET', `/alarms/figures/cases?${query}`, { token })
      const cases: { seconds: number | null; by: string | null }[] = context.cases
      return { total: context.total, cases: cases.map(({ seconds, by }) => [seconds, by]) }
    }
    const nurse = 'Nora Nurse'
    expect(await list('figure=acknowledged')).toEqual({
      total: 3,
      cases: [
        [180, nurse],
        [120, nurse],
        [60, nurse],
      ],
    })
    expect((await list('figure=notInTime')).cases).toEqual([
      [null, null],
      [180, nurse],
      [120, nurse],
    ])
    const of = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
      `${firstName} ${lastName}`
    expect((await list('figure=notified')).cases).toEqual([[5, of(people.MONITOR)]])
    expect((await list('figure=seen')).cases).toEqual([[9, nurse]])
    expect((await list('figure=bedside')).cases).toEqual([[80, nurse]])
    expect((await list('figure=falseAlarms')).cases).toEqual([[1_200, of(people.MANAGER)]])
    expect(await list('figure=acknowledged&size=1&page=2')).toEqual({ total: 3, cases: [[120, nurse]] })
    expect((await list('branch=none')).total).toBe(0)
    expect((await list(`device=${device.uuid}&kind=BATTERY&direction=NONE&figure=every`)).total).toBe(1)
    expect((await list(`device=${device.uuid}&wearer=${wearer.uuid}&kind=SOS`)).total).toBe(1)
    expect((await list(`device=${device.uuid}&wearer=none`)).total).toBe(0)
    // Each figure is as long as its list, for everybody who reads it, and of each branch and shift.
    const roles = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'] as const
    const other = await createCompanyFixture(harness)
    await raiseAlarm(harness, other, { openedAt })
    for (const { token } of [...roles.map((role) => people[role]), other.people.MANAGER]) {
      const { from, to, overall } = await read('', token)
      for (const figure of caseFigures) {
        const { total } = await list(`from=${from}&to=${to}&figure=${figure}`, token)
        expect([figure, total]).toEqual([figure, overall.cases[figure]])
      }
    }
    const { from, to, shifts } = await read(`branch=${branch.uuid}`, people.SUPERVISOR.token)
    expect(shifts.map(({ shift }: { shift: string }) => shift)).toEqual(['DAY', 'NIGHT'])
    for (const { shift, cases } of shifts)
      for (const figure of caseFigures) {
        const asked = `from=${from}&to=${to}&branch=${branch.uuid}&shift=${shift}&figure=${figure}`
        const { total } = await list(asked, people.SUPERVISOR.token)
        expect([shift, figure, total]).toEqual([shift, figure, cases[figure]])
      }
    expect((await list(`branch=${branch.uuid}`, other.people.MANAGER.token)).total).toBe(0)
    const path = '/alarms/figures/cases'
    expect((await harness.call('GET', path, { token: people.OWNER.token })).status).toBe(403)
  })

  it('are those of one branch where one asks for it, and never of another house', async () => {
    await answered(at(8), [1, 2])
    const other = await createCompanyFixture(harness)
    expect((await read(`branch=${fixture.branch.uuid}`)).overall.alarms).toBe(1)
    const { token } = other.people.MANAGER
    expect((await read('', token)).overall.alarms).toBe(0)
    const path = `/alarms/figures?branch=${fixture.branch.uuid}`
    expect((await harness.call('GET', path, { token })).status).toBe(404)
    expect((await harness.call('GET', '/alarms/figures', { token: fixture.people.OWNER.token })).status).toBe(
      403,
    )
  })
})
