import { metrics } from '@carewatch/contracts/metrics'
import { noRoutine } from '@carewatch/contracts/routines'
import { createBranch, createUser } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { auditLog, branches, users } from '@carewatch/migrations/schema/people'
import { deviceEvents, readings } from '@carewatch/migrations/schema/readings'
import { assignments, wearerRoutines, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDevice, type CompanyFixture, createCompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

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
const call = (path: string, body?: object, as: Role = 'MANAGER') =>
  harness.call(body ? 'POST' : 'GET', path, { token: fixture.people[as].token, body })
const read = async (uuid = fixture.wearer.uuid) => (await call(`/wearers/routine/${uuid}`)).context
const change = (body: object, as: Role = 'SUPERVISOR') =>
  call(`/wearers/routine/${fixture.wearer.uuid}`, body, as)
const ofBranch = (routine: object, as: Role = 'MANAGER') =>
  call(`/branch/update/${fixture.branch.uuid}`, { routine }, as)
const ofCompany = (routine: object, as: Role = 'MANAGER') =>
  call(`/company/update/${fixture.company.uuid}`, { routine }, as)
const ownRow = async (id = fixture.wearer.id) => {
  const [found] = await harness.db.select().from(wearerRoutines).where(eq(wearerRoutines.wearerId, id))
  return found
}
const lookedAtNever = () =>
  harness.db
    .update(wearerRoutines)
    .set({ inactivitySince: new Date(0), inactivityLookAt: new Date('2099-01-01') })
    .where(eq(wearerRoutines.wearerId, fixture.wearer.id))

const still = (inactivityMinutes: number) => ({ inactivityMinutes, dayFrom: '08:00', dayTo: '20:00' })
const asBoth = { inactivity: true, checkIn: true }

describe('what somebody’s day is like, where nobody says it of them by name', () => {
  it('is as their branch says, else their company, each part by itself; and the clock finds it with them', async () => {
    expect((await ofCompany({ inactivity: still(240), checkInBy: '10:00' })).status).toBe(200)
    expect(await read()).toMatchObject({
      routine: { ...still(240), checkInBy: '10:00' },
      from: { inactivity: 'COMPANY', checkIn: 'COMPANY' },
    })
    expect((await ofBranch({ inactivity: still(180) })).status).toBe(200)
    expect(await read()).toMatchObject({
      routine: { ...still(180), checkInBy: '10:00' },
      from: { inactivity: 'BRANCH', checkIn: 'COMPANY' },
    })
    expect(await ownRow()).toMatchObject({ inactivityMinutes: 180, checkInBy: '10:00' })
    // A branch says that nothing is told, whatever its company says.
    await ofBranch({ inactivity: null, checkInBy: null })
    expect(await read()).toMatchObject({
      routine: noRoutine,
      from: { inactivity: 'BRANCH', checkIn: 'BRANCH' },
    })
    await ofBranch({})
    await ofCompany({})
    expect(await read()).toMatchObject({
      routine: noRoutine,
      from: { inactivity: 'NOBODY', checkIn: 'NOBODY' },
    })
  })

  it('is shown with the branch and the company', async () => {
    await ofBranch({ checkInBy: '09:30' })
    await ofCompany({ inactivity: still(240) })
    const branch = (await call(`/branch/details/${fixture.branch.uuid}`)).context
    expect(branch).toMatchObject({
      routine: { checkInBy: '09:30' },
      companyRoutine: { inactivity: still(240) },
    })
    const { company } = (await call(`/company/details/${fixture.company.uuid}`)).context
    expect(company.routine).toEqual({ inactivity: still(240) })
  })

  it('switches nothing on for whom it is off by name, nor for whom it is another', async () => {
    await change(noRoutine)
    await ofCompany({ inactivity: still(240), checkInBy: '10:00' })
    await ofBranch({ inactivity: still(180), checkInBy: '11:00' })
    expect(await read()).toMatchObject({
      routine: noRoutine,
      from: { inactivity: 'PERSON', checkIn: 'PERSON' },
      inherited: { routine: { ...still(180), checkInBy: '11:00' } },
    })
    expect(await ownRow()).toMatchObject({ inactivityMinutes: null, checkInBy: null })
    await change({ ...noRoutine, ...still(120), asHouse: { inactivity: false, checkIn: true } })
    await ofBranch({ inactivity: still(300), checkInBy: '12:00' })
    expect(await read()).toMatchObject({
      routine: { ...still(120), checkInBy: '12:00' },
      from: { inactivity: 'PERSON', checkIn: 'BRANCH' },
    })
    // Back again.
    expect((await change({ ...noRoutine, asHouse: asBoth })).context).toMatchObject({
      routine: { ...still(300), checkInBy: '12:00' },
      from: { inactivity: 'BRANCH', checkIn: 'BRANCH' },
    })
  })

  it('begins anew when it is another, and not when another says the same', async () => {
    await ofCompany({ inactivity: still(240) })
    await lookedAtNever()
    await ofBranch({ inactivity: still(240) })
    expect(await ownRow()).toMatchObject({ inactivitySince: new Date(0), inactivityFrom: 'BRANCH' })
    // Nor when it is said of them by name, or taken back.
    await change({ ...noRoutine, ...still(240) })
    await change({ ...noRoutine, asHouse: asBoth })
    expect(await ownRow()).toMatchObject({ inactivitySince: new Date(0), inactivityFrom: 'BRANCH' })
    const before = Date.now()
    await ofBranch({ inactivity: still(120) })
    const { inactivitySince, inactivityLookAt } = (await ownRow()) ?? {}
    expect(inactivitySince?.getTime()).toBeGreaterThanOrEqual(before - 1_000)
    expect(inactivityLookAt?.getTime()).toBeLessThanOrEqual(Date.now() + 30 * 60_000)
  })

  it('holds for who comes, who moves and who comes back, and is forgotten with them', async () => {
    const { db } = harness
    const { id: companyId } = fixture.company
    await ofBranch({ inactivity: still(180) })
    const other = await createBranch(db, companyId)
    const [comer] = await db
      .insert(wearers)
      .values({ firstName: 'Ada', companyId, branchId: other.id })
      .returning()
    const { id = 0, uuid } = comer ?? {}
    expect(await read(uuid)).toMatchObject({ from: { inactivity: 'NOBODY' } })
    const set = (columns: Partial<typeof wearers.$inferInsert>) =>
      db.update(wearers).set(columns).where(eq(wearers.id, id))
    await set({ branchId: fixture.branch.id })
    expect(await read(uuid)).toMatchObject({ routine: still(180), from: { inactivity: 'BRANCH' } })
    await set({ branchId: other.id })
    expect(await read(uuid)).toMatchObject({ routine: noRoutine, from: { inactivity: 'NOBODY' } })
    const left = { firstName: 'Eva', companyId, branchId: fixture.branch.id, status: 'LEFT' } as const
    const [leaver] = await db.insert(wearers).values(left).returning()
    expect(await ownRow(leaver?.id)).toBeUndefined()
    await db
      .update(wearers)
      .set({ status: 'ACTIVE' })
      .where(eq(wearers.id, leaver?.id ?? 0))
    expect(await ownRow(leaver?.id)).toMatchObject({ inactivityMinutes: 180 })
  })

  it.each([
    [{ inactivity: { ...still(240), dayTo: '07:00' } }, 'routine.inactivity.dayTo'],
    [{ inactivity: still(720) }, 'routine.inactivity.inactivityMinutes'],
    [{ inactivity: still(30) }, 'routine.inactivity.inactivityMinutes'],
    [{ checkInBy: '1000' }, 'routine.checkInBy'],
  ])('%j is refused', async (routine, field) => {
    for (const change of [ofBranch, ofCompany]) {
      const { status, context } = await change(routine)
      expect({ status, fields: Object.keys(context.errors) }).toEqual({ status: 400, fields: [field] })
    }
  })

  it('is said by managers alone, of what is theirs', async () => {
    for (const role of ['SUPERVISOR', 'MONITOR', 'OWNER'] as const) {
      expect((await ofBranch({ checkInBy: '10:00' }, role)).status).toBe(403)
      expect((await ofCompany({ checkInBy: '10:00' }, role)).status).toBe(403)
    }
    const { token } = (await createCompanyFixture(harness)).people.MANAGER
    for (const path of [
      `/branch/update/${fixture.branch.uuid}`,
      `/branch/routine/try/${fixture.branch.uuid}`,
    ]) {
      const body = path.includes('try') ? { checkInBy: '10:00' } : { routine: {} }
      expect((await harness.call('POST', path, { token, body })).status).toBe(404)
    }
    const other = { token, body: { checkInBy: '10:00' } }
    expect((await harness.call('POST', `/company/routine/try/${fixture.company.uuid}`, other)).status).toBe(
      404,
    )
  })
})

describe('“I am well” and a day are tried on the last fortnight', () => {
  const DAY = 86_400_000
  /** Of one of the days before today, by the clocks of the world. */
  const at = (daysAgo: number, hour: number) =>
    new Date((Math.floor(Date.now() / DAY) - daysAgo) * DAY + hour * 3_600_000)
  const worn = (from: Date, to: Date) =>
    harness.db
      .update(assignments)
      .set({ startedAt: from, endedAt: to })
      .where(eq(assignments.wearerId, fixture.wearer.id))
  beforeEach(async () => {
    // There they are, whose clock counts; who is responsible lives elsewhere.
    const elsewhere = { timeZone: 'America/New_York' }
    await harness.db.update(users).set(elsewhere).where(eq(users.id, fixture.people.OWNER.id))
    await harness.db.update(branches).set({ timeZone: 'UTC' }).where(eq(branches.id, fixture.branch.id))
  })
  const pressed = (...moments: Date[]) =>
    harness.db
      .insert(deviceEvents)
      .values(
        moments.map((time) => ({ time, deviceId: fixture.device.id, type: 'CHECK_IN', receivedAt: time })),
      )
  type Opened = { openedAt: string }
  const tryOut = (checkInBy: string, as: Role = 'SUPERVISOR') =>
    call(`/wearers/routine/tryCheckIn/${fixture.wearer.uuid}`, { checkInBy }, as)

  it('says of how many days it would have been told, when it was said after all, and what was marked as false', async () => {
    await worn(at(4, 6), at(1, 23))
    // In time; too late; not at all; a tap.
    await pressed(at(4, 9), at(3, 11))
    const { people, company, branch, device, wearer } = fixture
    await harness.db.insert(auditLog).values({
      at: at(1, 8),
      userId: people.OWNER.id,
      companyId: company.id,
      action: 'updated',
      entity: 'wearer',
      entityUuid: wearer.uuid,
      detail: { facts: 'checkIn' },
    })
    const { context } = await tryOut('10:00')
    expect(context).toMatchObject({ total: 2, markedFalse: 0, signs: 3, from: at(4, 6).toISOString() })
    expect(context.alarms).toEqual([
      { openedAt: at(3, 10).toISOString(), clearedAt: at(3, 11).toISOString() },
      { openedAt: at(2, 10).toISOString(), clearedAt: null },
    ])
    expect((await tryOut('12:00')).context.total).toBe(1)
    await harness.db.insert(alarms).values({
      companyId: company.id,
      branchId: branch.id,
      deviceId: device.id,
      wearerId: wearer.id,
      kind: 'CHECK_IN_MISSED',
      category: 'OPERATIONAL',
      severity: 'MEDIUM',
      active: false,
      openedAt: at(2, 9),
      lastAt: at(2, 9),
      closedAt: at(2, 9.5),
      cause: 'FALSE_ALARM',
    })
    expect((await tryOut('10:00')).context).toMatchObject({ total: 2, markedFalse: 1 })
    expect((await tryOut('10:00', 'RELATIVE')).status).toBe(403)
    const { token } = (await createCompanyFixture(harness)).people.MANAGER
    const path = `/wearers/routine/tryCheckIn/${wearer.uuid}`
    expect((await harness.call('POST', path, { token, body: { checkInBy: '10:00' } })).status).toBe(404)
  })

  it('tells of no day on which what they wear is switched off, nor on which it was put on within the hour', async () => {
    const isTheirs = eq(assignments.wearerId, fixture.wearer.id)
    await worn(at(3, 6), at(1, 9.5))
    const next = await addDevice(harness, fixture)
    const other = { wearerId: fixture.wearer.id, deviceId: next.id, startedAt: at(1, 9.5) }
    await harness.db.insert(assignments).values(other)
    const found = async () => (await tryOut('10:00')).context.alarms.map(({ openedAt }: Opened) => openedAt)
    expect(await found()).not.toContain(at(1, 10).toISOString())
    expect(await found()).toContain(at(2, 10).toISOString())
    await harness.db
      .update(assignments)
      .set({ endedAt: null })
      .where(and(isTheirs, eq(assignments.deviceId, fixture.device.id)))
    await harness.db
      .update(devices)
      .set({ isActive: false })
      .where(inArray(devices.id, [fixture.device.id, next.id]))
    expect(await found()).toEqual([])
    const { context } = await call(`/branch/routine/try/${fixture.branch.uuid}`, { checkInBy: '10:00' })
    expect(context).toMatchObject({ tried: 0, people: 0 })
  })

  it('of a branch: nothing of whom no sign was ever heard', async () => {
    await worn(at(13, 6), at(1, 23))
    await harness.db
      .update(assignments)
      .set({ endedAt: null })
      .where(eq(assignments.wearerId, fixture.wearer.id))
    const { context } = await call(`/branch/routine/try/${fixture.branch.uuid}`, { inactivity: still(240) })
    expect(context).toMatchObject({ tried: 1, inactivity: { total: 0, people: 0, known: 0 } })
  })

  it('of a branch and a company: of those of whom nothing is said by name', async () => {
    const { device } = fixture
    const counts = [
      [7, 0],
      [8.5, 10],
      [20, 25],
    ] as const
    await harness.db.insert(readings).values(
      counts.map(([hour, value]) => ({
        deviceId: device.id,
        metric: metrics.steps.id,
        time: at(1, hour),
        value,
      })),
    )
    await harness.db
      .update(assignments)
      .set({ startedAt: at(1, 6) })
      .where(eq(assignments.wearerId, fixture.wearer.id))
    await createUser(harness.db, { role: 'MANAGER', companyId: fixture.company.id })
    const body = {
      inactivity: { inactivityMinutes: 240, dayFrom: '07:00', dayTo: '22:00' },
      checkInBy: '10:00',
    }
    const branch = async (asked: object = body) =>
      (await call(`/branch/routine/try/${fixture.branch.uuid}`, asked)).context
    const company = async () => (await call(`/company/routine/try/${fixture.company.uuid}`, body)).context
    const first = await branch()
    expect(first).toMatchObject({
      tried: 1,
      people: 1,
      inactivity: { people: 1, known: 1 },
      checkIn: { known: 0 },
    })
    expect(first.inactivity.total).toBeGreaterThanOrEqual(1)
    expect(first.checkIn.total).toBeGreaterThanOrEqual(1)
    expect(await company()).toMatchObject({ tried: 1, inactivity: first.inactivity })
    expect(await branch({ checkInBy: null })).toMatchObject({ tried: 0, inactivity: null, checkIn: null })
    // The branch says it for itself.
    await ofBranch({ inactivity: null, checkInBy: null })
    expect(await company()).toMatchObject({ tried: 0, people: 0, inactivity: { total: 0 } })
    await ofBranch({})
    await change(noRoutine)
    expect(await branch()).toMatchObject({ tried: 0, people: 0 })
    expect((await call(`/branch/routine/try/${fixture.branch.uuid}`, body, 'SUPERVISOR')).status).toBe(403)
  })
})
