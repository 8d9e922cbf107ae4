import { noRoutine } from '@carewatch/contracts/routines'
import { metrics } from '@carewatch/contracts/metrics'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { readings } from '@carewatch/migrations/schema/readings'
import { auditLog, branches } from '@carewatch/migrations/schema/people'
import { assignments, wearerRelations, wearerRoutines, wearers } from '@carewatch/migrations/schema/wearers'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture } from '../testing/fixtures.ts'
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
const path = () => `/wearers/routine/${fixture.wearer.uuid}`
const read = (as: Role = 'SUPERVISOR') => harness.call('GET', path(), { token: fixture.people[as].token })
const change = (body: object, as: Role = 'SUPERVISOR') =>
  harness.call('POST', path(), { token: fixture.people[as].token, body })
const four = { ...noRoutine, inactivityMinutes: 240 }
const row = async () => {
  const [found] = await harness.db
    .select()
    .from(wearerRoutines)
    .where(eq(wearerRoutines.wearerId, fixture.wearer.id))
  return found
}

describe('what somebody’s day is like', () => {
  it('is that nothing is told, until somebody says so; then the clock looks at them at once', async () => {
    expect((await read()).context).toEqual({
      routine: noRoutine,
      checkedInAt: null,
      updatedAt: null,
      from: { inactivity: 'NOBODY', checkIn: 'NOBODY' },
      inherited: { routine: noRoutine, from: { inactivity: 'NOBODY', checkIn: 'NOBODY' } },
      ownAccount: null,
      mayBeYou: false,
    })
    expect((await change(four)).context.routine).toEqual(four)
    expect((await read('RELATIVE')).context.routine).toEqual(four)
    const first = await row()
    await harness.db
      .update(wearerRoutines)
      .set({ inactivitySince: new Date(0), inactivityLookAt: new Date('2099-01-01') })
      .where(eq(wearerRoutines.wearerId, fixture.wearer.id))
    // The same once more changes nothing of what the clock knows.
    await change(four)
    expect((await row())?.inactivitySince).toEqual(new Date(0))
    await change({ ...four, dayFrom: '08:00' }, 'OWNER')
    const { inactivitySince, inactivityLookAt } = (await row()) ?? {}
    expect(inactivitySince?.getTime()).toBeGreaterThanOrEqual(first?.inactivitySince.getTime() ?? Infinity)
    expect(inactivityLookAt).toEqual(inactivitySince)
  })

  it('leaves a trace with what was changed', async () => {
    await change(four)
    const [trace] = await harness.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityUuid, fixture.wearer.uuid))
      .orderBy(desc(auditLog.id))
    expect(trace).toMatchObject({
      action: 'updated',
      detail: { facts: 'routine', fields: ['inactivityMinutes', 'inactivity', 'checkIn'] },
    })
  })

  it('is refused where somebody changed it meanwhile', async () => {
    const { context } = await change({ ...four, updatedAt: null })
    expect((await change({ ...four, updatedAt: null })).status).toBe(409)
    expect((await change({ ...noRoutine, updatedAt: context.updatedAt })).status).toBe(200)
    expect((await change({ ...four, updatedAt: context.updatedAt })).status).toBe(409)
  })

  it.each([
    [{ inactivityMinutes: 59 }, 'inactivityMinutes'],
    [{ inactivityMinutes: 961 }, 'inactivityMinutes'],
    [{ inactivityMinutes: 900 }, 'inactivityMinutes'],
    [{ dayFrom: '22:00' }, 'dayTo'],
    [{ dayFrom: '0700' }, 'dayFrom'],
  ])('with %j is refused', async (wrong, field) => {
    const { status, context } = await change({ ...four, ...wrong })
    expect({ status, fields: Object.keys(context.errors) }).toEqual({ status: 400, fields: [field] })
  })

  it('is nobody’s elsewhere, and a relative and a monitor do not change it', async () => {
    const other = await createCompanyFixture(harness)
    const { token } = other.people.MANAGER
    expect((await harness.call('GET', path(), { token })).status).toBe(404)
    expect((await harness.call('POST', path(), { token, body: four })).status).toBe(404)
    expect((await change(four, 'RELATIVE')).status).toBe(403)
    expect((await change(four, 'MONITOR')).status).toBe(403)
  })
})

describe('somebody says on their own screen that they are well', () => {
  const own = (method: 'GET' | 'POST', as: Role = 'OWNER') =>
    harness.call(method, '/wearers/checkIn', { token: fixture.people[as].token })
  const isTheirs = () =>
    harness.db
      .update(wearers)
      .set({ userId: fixture.people.OWNER.id })
      .where(eq(wearers.id, fixture.wearer.id))

  it('where they are asked, and the clock looks at them at once', async () => {
    await isTheirs()
    expect((await own('GET')).context).toEqual({ checkIn: null })
    expect((await own('POST')).status).toBe(404)
    await change({ ...noRoutine, checkInBy: '10:00' })
    expect((await own('GET')).context).toEqual({ checkIn: { by: '10:00', checkedInAt: null } })
    await harness.db.update(wearerRoutines).set({ checkInLookAt: new Date('2099-01-01') })
    const { checkIn } = (await own('POST')).context
    const { checkedInAt, checkInLookAt } = (await row()) ?? {}
    expect(checkIn).toEqual({ by: '10:00', checkedInAt: checkedInAt?.toISOString() })
    expect(checkInLookAt).toEqual(checkedInAt)
    expect((await read('RELATIVE')).context.checkedInAt).toEqual(checkedInAt?.toISOString())
  })

  it('and nobody says it for them', async () => {
    await isTheirs()
    await change({ ...noRoutine, checkInBy: '10:00' })
    for (const role of ['MANAGER', 'SUPERVISOR', 'RELATIVE', 'USER'] as const) {
      expect((await own('GET', role)).context).toEqual({ checkIn: null })
      expect((await own('POST', role)).status).toBe(404)
    }
    expect((await row())?.checkedInAt).toBeNull()
  })
})

describe('who is responsible says that they are the person themselves', () => {
  const own = (isYou: boolean, as: Role, uuid = fixture.wearer.uuid) =>
    harness.call('POST', `/wearers/ownAccount/${uuid}`, { token: fixture.people[as].token, body: { isYou } })

  it('and then taps; everybody around them sees whose account it is, and staff take it back', async () => {
    await change({ ...noRoutine, checkInBy: '10:00' })
    expect((await read('OWNER')).context).toMatchObject({ ownAccount: null, mayBeYou: true })
    expect((await own(true, 'OWNER')).context.ownAccount).toMatchObject({ isYours: true })
    const tap = () => harness.call('POST', '/wearers/checkIn', { token: fixture.people.OWNER.token })
    expect((await tap()).status).toBe(200)
    for (const role of ['SUPERVISOR', 'RELATIVE'] as const)
      expect((await read(role)).context).toMatchObject({ ownAccount: { isYours: false }, mayBeYou: false })
    expect((await own(true, 'OWNER')).status).toBe(409)
    expect((await own(false, 'SUPERVISOR')).context).toEqual({ ownAccount: null })
    expect((await tap()).status).toBe(404)
    const traces = await harness.db
      .select({ detail: auditLog.detail, userId: auditLog.userId })
      .from(auditLog)
      .where(eq(auditLog.entityUuid, fixture.wearer.uuid))
    const { OWNER, SUPERVISOR } = fixture.people
    expect(traces).toEqual(
      expect.arrayContaining([
        { detail: { facts: 'ownAccount', isSet: true }, userId: OWNER.id },
        { detail: { facts: 'ownAccount', isSet: false }, userId: SUPERVISOR.id },
      ]),
    )
  })

  it('and no longer, once they are not responsible for them', async () => {
    await change({ ...noRoutine, checkInBy: '10:00' })
    const { db, person } = harness
    const { OWNER, MANAGER } = fixture.people
    const tap = async () => (await harness.call('POST', '/wearers/checkIn', { token: OWNER.token })).status
    const isOf = async () =>
      (await db.select().from(wearers).where(eq(wearers.id, fixture.wearer.id)))[0]?.userId
    expect([(await own(true, 'OWNER')).status, await tap(), await isOf()]).toEqual([200, 200, OWNER.id])
    const relation = eq(wearerRelations.userId, OWNER.id)
    await db.update(wearerRelations).set({ until: new Date() }).where(relation)
    expect(await tap()).toBe(404)
    await db.update(wearerRelations).set({ until: null }).where(relation)
    const next = await person('OWNER', { companyId: fixture.company.id })
    const body = { deviceUUID: fixture.device.uuid, owner: next.uuid }
    const changed = await harness.call('POST', '/devices/changeOwner', { token: MANAGER.token, body })
    expect([changed.status, await tap(), await isOf()]).toEqual([200, 404, null])
  })

  it('and nobody says it of another, of two people, or of somebody else’s person', async () => {
    for (const role of ['ADMIN', 'MANAGER', 'SUPERVISOR'] as const)
      expect((await own(true, role)).status).toBe(409)
    for (const role of ['RELATIVE', 'MONITOR'] as const) expect((await own(true, role)).status).toBe(403)
    const other = await createCompanyFixture(harness)
    expect((await own(true, 'OWNER', other.wearer.uuid)).status).toBe(404)
    const { OWNER, USER } = fixture.people
    // A nurse whose aunt it is.
    const { id: wearerId } = fixture.wearer
    const relation = { wearerId, userId: fixture.people.SUPERVISOR.id, kind: 'RELATIVE' } as const
    await harness.db.insert(wearerRelations).values(relation)
    expect((await own(true, 'SUPERVISOR')).status).toBe(409)
    const isOf = (userId: number | null) =>
      harness.db.update(wearers).set({ userId }).where(eq(wearers.id, fixture.wearer.id))
    await isOf(USER.id)
    expect((await own(true, 'OWNER')).status).toBe(409)
    await isOf(null)
    await harness.db.insert(wearers).values({ firstName: 'Olga', userId: OWNER.id })
    expect((await own(true, 'OWNER')).status).toBe(409)
  })
})

describe('somebody’s day is tried on the last fortnight', () => {
  const asked = { inactivityMinutes: 240, dayFrom: '07:00', dayTo: '22:00' }
  const tryOut = (body: object = asked, as: Role = 'SUPERVISOR') =>
    harness.call('POST', `${path().replace('routine', 'routine/try')}`, {
      token: fixture.people[as].token,
      body,
    })
  /** Yesterday, by the clocks of the world. */
  const at = (hour: number) =>
    new Date(Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000 + hour * 3_600_000)
  beforeEach(async () => {
    const { db } = harness
    await db.update(branches).set({ timeZone: 'UTC' }).where(eq(branches.id, fixture.branch.id))
    const isTheirs = eq(assignments.wearerId, fixture.wearer.id)
    // They wore it yesterday alone.
    await db
      .update(assignments)
      .set({ startedAt: at(6), endedAt: at(23) })
      .where(isTheirs)
    const { id: deviceId } = fixture.device
    const counts = [
      [7, 0],
      [8.5, 10],
      [12, 10],
      [20, 25],
    ] as const
    await db
      .insert(readings)
      .values(counts.map(([hour, value]) => ({ deviceId, metric: metrics.steps.id, time: at(hour), value })))
  })

  it('says how often it would have been told, and what of it was marked as false', async () => {
    const { context } = await tryOut()
    // It is known since they wear it.
    expect(context).toMatchObject({ total: 1, markedFalse: 0, signs: 2, from: at(6).toISOString() })
    expect(context.alarms).toEqual([{ openedAt: at(12.5).toISOString(), clearedAt: at(20).toISOString() }])
    expect((await tryOut({ ...asked, inactivityMinutes: 720 })).context.total).toBe(0)
    const place = { companyId: fixture.company.id, branchId: fixture.branch.id, deviceId: fixture.device.id }
    const raised = { ...place, wearerId: fixture.wearer.id, severity: 'HIGH', active: false } as const
    const alarm = { ...raised, lastAt: at(13), closedAt: at(13) }
    await harness.db.insert(alarms).values({
      ...alarm,
      kind: 'INACTIVITY',
      category: 'OPERATIONAL',
      openedAt: at(12.75),
      cause: 'FALSE_ALARM',
    })
    expect((await tryOut()).context).toMatchObject({ total: 1, markedFalse: 1 })
    // Off the wrist nobody knows.
    await harness.db.insert(alarms).values({
      ...alarm,
      kind: 'OFF_WRIST',
      category: 'TECHNICAL',
      openedAt: at(10),
      lastAt: at(19),
      closedAt: at(19),
    })
    expect((await tryOut()).context.total).toBe(0)
  })

  it('by whoever may set it, and of nobody elsewhere; to a family of the time that is theirs', async () => {
    const other = await createCompanyFixture(harness)
    const { token } = other.people.MANAGER
    const elsewhere = await harness.call('POST', path().replace('routine', 'routine/try'), {
      token,
      body: asked,
    })
    expect(elsewhere.status).toBe(404)
    expect((await tryOut(asked, 'RELATIVE')).status).toBe(403)
    expect((await tryOut({ ...asked, dayFrom: '23:00' })).status).toBe(400)
    expect((await tryOut(asked, 'OWNER')).context.signs).toBe(2)
    const isOwner = eq(wearerRelations.userId, fixture.people.OWNER.id)
    await harness.db
      .update(wearerRelations)
      .set({ since: at(10) })
      .where(isOwner)
    expect((await tryOut(asked, 'OWNER')).context).toMatchObject({ signs: 1, from: at(10).toISOString() })
  })
})
