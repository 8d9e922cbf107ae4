import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { companies, users } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

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
const code = () => `C-${crypto.randomUUID().slice(0, 20)}`
const call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { role = 'ADMIN', body }: { role?: Role; body?: object } = {},
) => harness.call(method, path, { token: fixture.people[role].token, ...(body && { body }) })
const update = (body: object, role: Role = 'MANAGER') =>
  call('POST', `/company/update/${fixture.company.uuid}`, { role, body })

describe('taking in a company', () => {
  it('brings its manager with it', async () => {
    const manager = await createUser(harness.db, { role: 'MANAGER' })
    const body = { name: 'Sun', code: code(), manager: manager.email, bookmarkValues: ['Meal'] }
    const { context } = await call('POST', '/company/new', { body })
    expect(context.company).toMatchObject({ name: 'Sun', manager: { uuid: manager.uuid }, limits: {} })
    const [row] = await harness.db.select().from(users).where(eq(users.id, manager.id))
    expect(row?.companyId).not.toBeNull()
  })

  it('needs a name and a code nobody has, and is an administrator’s', async () => {
    const empty = await call('POST', '/company/new', { body: {} })
    expect(empty.context.errors).toEqual({ name: 'is required', code: 'is required' })
    const taken = { name: 'Sun', code: fixture.company.code }
    expect((await call('POST', '/company/new', { body: taken })).message).toBe('This code is already in use')
    expect((await call('POST', '/company/new', { role: 'MANAGER', body: taken })).status).toBe(403)
  })

  it('refuses a manager who is none, or another company’s', async () => {
    for (const manager of [fixture.people.SUPERVISOR.uuid, fixture.people.MANAGER.uuid]) {
      const answer = await call('POST', '/company/new', { body: { name: 'Sun', code: code(), manager } })
      expect(answer.context.errors).toEqual({ manager: 'is not valid' })
    }
  })
})

describe('a company', () => {
  it('tells its limits and how much belongs to it', async () => {
    const { context } = await call('GET', `/company/details/${fixture.company.uuid}`, { role: 'MONITOR' })
    expect(context).toMatchObject({
      company: { uuid: fixture.company.uuid, limits: {} },
      counts: { branches: 1, people: 7, devices: 1 },
    })
  })

  it('is changed by its manager, field by field', async () => {
    const limits = { heartRate: { low: 45, high: 130 }, spo2: { low: 90 } }
    const { context } = await update({ address: '1 Herzl', bookmarkValues: ['Meal', 'Walk', 'Meal'], limits })
    expect(context.company).toMatchObject({
      name: fixture.company.name,
      address: '1 Herzl',
      bookmarkValues: ['Meal', 'Walk'],
      limits,
    })
    expect((await update({ name: 'x' }, 'SUPERVISOR')).status).toBe(403)
    const stranger = (await createCompanyFixture(harness)).people.MANAGER
    const path = `/company/update/${fixture.company.uuid}`
    expect((await harness.call('POST', path, { token: stranger.token, body: { name: 'x' } })).status).toBe(
      404,
    )
  })

  it.each([
    [{ limits: { heartRate: { low: 140 } } }, { 'limits.heartRate.low': 'must be below the upper limit' }],
    [{ limits: { heartRate: { high: 400 } } }, { 'limits.heartRate.high': 'is too large' }],
    [{ limits: { sleepDeep: { low: 1 } } }, { 'limits.sleepDeep': 'is not known' }],
    [{ name: '' }, { name: 'is required' }],
    [{ code: 'x'.repeat(33) }, { code: 'is too long' }],
  ])('refuses %o', async (body, expected) => {
    expect((await update(body)).context.errors).toEqual(expected)
  })

  it('is refused to whoever looked at an older state, and to one of two at once', async () => {
    const { context } = await call('GET', `/company/details/${fixture.company.uuid}`)
    const { updatedAt } = context.company
    const both = await Promise.all([update({ name: 'A', updatedAt }), update({ name: 'B', updatedAt })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('is deleted only when nothing belongs to it', async () => {
    const remove = (uuid: string) => call('DELETE', `/company/delete/${uuid}`)
    expect(await remove(fixture.company.uuid)).toMatchObject({
      status: 409,
      context: { reason: 'hasBranches' },
    })
    const empty = await createCompany(harness.db)
    await createDevice(harness.db, { companyId: empty.id })
    expect((await remove(empty.uuid)).context).toEqual({ reason: 'hasDevices' })
    const people = await createCompany(harness.db)
    await createUser(harness.db, { role: 'MANAGER', companyId: people.id })
    expect((await remove(people.uuid)).context).toEqual({ reason: 'hasUsers' })
    const alone = await createCompany(harness.db)
    expect((await remove(alone.uuid)).status).toBe(200)
    expect((await remove(alone.uuid)).status).toBe(404)
    expect((await call('DELETE', `/company/delete/${alone.uuid}`, { role: 'MANAGER' })).status).toBe(403)
  })

  it('is switched off by an administrator', async () => {
    const body = { uuid: fixture.company.uuid, isActive: false }
    expect((await call('POST', '/company/statusChange', { body })).context.company.isActive).toBe(false)
    const [row] = await harness.db.select().from(companies).where(eq(companies.id, fixture.company.id))
    expect(row?.isActive).toBe(false)
  })
})

describe('a branch', () => {
  const change = (body: object, role: Role = 'MANAGER') =>
    call('POST', `/branch/update/${fixture.branch.uuid}`, { role, body })

  it('is opened by a manager in their own company, with nurses of it', async () => {
    const body = { name: 'Sea', code: code(), timeZone: 'Europe/Riga', roomStatuses: ['Free'] }
    const nurses = [fixture.people.SUPERVISOR.uuid]
    const { context } = await call('POST', '/branch/new', { role: 'MANAGER', body: { ...body, nurses } })
    expect(context.branch).toMatchObject({
      ...body,
      company: { uuid: fixture.company.uuid },
      nurses: [{ uuid: nurses[0], name: 'Nora Nurse' }],
    })
    const needsCompany = await call('POST', '/branch/new', { body })
    expect(needsCompany.context.errors).toEqual({ companyId: 'is required' })
    const other = await createCompanyFixture(harness)
    const elsewhere = { ...body, companyId: other.company.uuid }
    expect((await call('POST', '/branch/new', { role: 'MANAGER', body: elsewhere })).status).toBe(404)
  })

  it('has a code of its own, nurses who are some, and a time zone there is', async () => {
    const sibling = await createBranch(harness.db, fixture.company.id)
    expect((await change({ code: sibling.code })).message).toBe('This code is already in use')
    const other = await createCompanyFixture(harness)
    const nurses = [fixture.people.SUPERVISOR.uuid, fixture.people.OWNER.uuid, other.people.SUPERVISOR.uuid]
    expect((await change({ nurses })).context.errors).toEqual({
      'nurses.1': 'is not known',
      'nurses.2': 'is not known',
    })
    expect((await change({ timeZone: 'Mars/Base' })).context.errors).toEqual({
      timeZone: 'is not a known time zone',
    })
  })

  it('has limits of its own, which stand before its company’s on every watch there that has none', async () => {
    await harness.db
      .update(companies)
      .set({ limits: { heartRate: { high: 130 } } })
      .where(eq(companies.id, fixture.company.id))
    expect((await change({ limits: { heartRate: { low: 130 } } })).context.errors).toEqual({
      'limits.heartRate.low': 'must be below the upper limit',
    })
    expect((await change({ limits: { spo2: { criticalLow: 93 } } })).context.errors).toEqual({
      'limits.spo2.criticalLow': 'must lie beyond the limit of its side',
    })
    expect((await change({ limits: { heartRate: { low: 45 } } })).status).toBe(200)
    const branch = await call('GET', `/branch/details/${fixture.branch.uuid}`, { role: 'MANAGER' })
    expect(branch.context.limits).toEqual({ heartRate: { low: 45 } })
    const watch = { role: 'MANAGER' } as const
    const { context } = await call('GET', `/devices/settings/${fixture.device.uuid}`, watch)
    expect(context.usualLimits.heartRate).toEqual({ criticalLow: 35, low: 45, high: 130, criticalHigh: 150 })
    const detail = await call('GET', `/devices/detail/${fixture.device.uuid}`, watch)
    expect(detail.context.limits.heartRate).toEqual(context.usualLimits.heartRate)
  })

  it('shows its nurses, rooms and counts', async () => {
    await change({ nurses: [fixture.people.SUPERVISOR.uuid], name: 'Garden' })
    const garden = { branchId: fixture.branch.id, name: 'Room 7', status: 'Free' }
    const [room] = await harness.db.insert(rooms).values(garden).returning()
    const path = `/branch/details/${fixture.branch.uuid}`
    const { context } = await call('GET', path, { role: 'BRANCH_MONITOR' })
    expect(context).toMatchObject({
      branch: { name: 'Garden', nurses: [{ name: 'Nora Nurse' }] },
      counts: { people: 3, devices: 1 },
    })
    expect(context.rooms).toContainEqual({ uuid: room?.uuid, name: 'Room 7', status: 'Free' })
    expect((await change({ nurses: [] })).context.branch.nurses).toEqual([])
    expect((await call('GET', path, { role: 'OWNER' })).status).toBe(403)
    const { token } = (await createCompanyFixture(harness)).people.MANAGER
    expect((await harness.call('GET', path, { token })).status).toBe(404)
  })

  it('is refused to whoever looked at an older state', async () => {
    const { context } = await call('GET', `/branch/details/${fixture.branch.uuid}`)
    const { updatedAt } = context.branch
    expect((await change({ name: 'A', updatedAt })).status).toBe(200)
    expect((await change({ name: 'B', updatedAt })).status).toBe(409)
  })

  it('is closed only when empty', async () => {
    const remove = (uuid: string, role: Role = 'MANAGER') =>
      call('DELETE', `/branch/delete/${uuid}`, { role })
    expect((await remove(fixture.branch.uuid)).context).toEqual({ reason: 'hasDevices' })
    const peopled = await createBranch(harness.db, fixture.company.id)
    await createUser(harness.db, { role: 'MONITOR', branchId: peopled.id })
    expect((await remove(peopled.uuid)).context).toEqual({ reason: 'hasUsers' })
    const empty = await createBranch(harness.db, fixture.company.id)
    expect((await remove(empty.uuid, 'SUPERVISOR')).status).toBe(403)
    expect((await remove(empty.uuid)).status).toBe(200)
    expect((await remove(empty.uuid)).status).toBe(404)
  })

  it('is switched off and on', async () => {
    const setActive = (isActive: boolean) =>
      call('POST', '/branch/statusChange', { role: 'MANAGER', body: { uuid: fixture.branch.uuid, isActive } })
    expect((await setActive(false)).context.branch.isActive).toBe(false)
    expect((await setActive(true)).context.branch.isActive).toBe(true)
  })
})
