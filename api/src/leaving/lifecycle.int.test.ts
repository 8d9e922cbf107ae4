import { createPasskey, createUser, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { duties } from '@carewatch/migrations/schema/escalation'
import {
  auditLog,
  branchNurses,
  companies,
  pushSubscriptions,
  sessions,
  users,
} from '@carewatch/migrations/schema/people'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAccount } from '../testing/accounts.ts'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let here: CompanyFixture
let there: CompanyFixture
let nora: CompanyFixture['people']['SUPERVISOR']
let account: Awaited<ReturnType<typeof addAccount>>

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  here = await createCompanyFixture(harness)
  there = await createCompanyFixture(harness)
  nora = here.people.SUPERVISOR
  account = await addAccount(harness, nora, {
    role: 'SUPERVISOR',
    companyId: there.company.id,
    branchId: there.branch.id,
  })
})

type Signed = { token: string }
const get = (path: string, { token }: Signed) => harness.call('GET', path, { token })
const post = (path: string, { token }: Signed, body: object = {}) =>
  harness.call('POST', path, { token, body })
const remove = (uuid: string, { token }: Signed) => harness.call('DELETE', `/admin/user/${uuid}`, { token })
const login = (email: string, password = TEST_PASSWORD) =>
  harness.call('POST', '/auth/login', { body: { email, password } })
const rowOf = async ({ id }: { id: number }) =>
  (await harness.db.select().from(users).where(eq(users.id, id)))[0]
const isIn = async (who: Signed) => (await get('/auth/validateToken', who)).status === 200
const identity = async () => {
  const row = await rowOf(nora)
  return rowOf({ id: row?.identityId ?? 0 })
}
/** Nobody holds the role of manager there any more. */
const withoutManagers = () =>
  harness.db.update(users).set({ isActive: false }).where(eq(users.id, there.people.MANAGER.id))
const managerOf = ({ people }: CompanyFixture) => people.MANAGER

/** What either company may do to the account that is its own. */
const sides = [
  ['the company that had them first', () => ({ mine: nora, other: account, manager: managerOf(here) })],
  ['the company that came later', () => ({ mine: account, other: nora, manager: managerOf(there) })],
] as const

describe.each(sides)('%s', (_, side) => {
  it('lets them in no longer, and the other does', async () => {
    const { mine, other, manager } = side()
    const body = { uuid: mine.uuid, isActive: false }
    expect((await post('/admin/user/statusChange', manager, body)).status).toBe(200)
    expect([await isIn(mine), await isIn(other)]).toEqual([false, true])
    expect((await login(nora.email)).context.user.uuid).toBe(other.uuid)
    expect((await get('/user/companies', other)).context.companies).toMatchObject([
      { accountUuid: other.uuid },
    ])
    expect((await post('/user/companies/switch', other, { accountUuid: mine.uuid })).status).toBe(404)
    // And again.
    await post('/admin/user/statusChange', manager, { ...body, isActive: true })
    expect((await get('/user/companies', other)).context.companies).toHaveLength(2)
  })

  it.each([
    ['deletes', (uuid: string, manager: Signed) => remove(uuid, manager)],
    ['erases', (uuid: string, manager: Signed) => post(`/admin/user/erase/${uuid}`, manager)],
  ] as const)('%s its account, and that alone', async (__, end) => {
    const { mine, other, manager } = side()
    const before = await rowOf(other)
    expect((await end(mine.uuid, manager)).status).toBe(200)
    expect(await rowOf(other)).toEqual(before)
    expect([await isIn(mine), await isIn(other)]).toEqual([false, true])
    expect((await login(nora.email)).context.user).toMatchObject({ uuid: other.uuid, email: nora.email })
    expect(await identity()).toMatchObject({ email: nora.email, deletedAt: null })
    // The address is theirs, and nobody else's to register.
    const person = { firstName: 'Nora', email: nora.email, password: 'x7qp long enough' }
    expect((await harness.call('POST', '/auth/register', { body: person })).status).toBe(409)
  })

  it('ends what they are signed in to there, with its browsers, and nothing elsewhere', async () => {
    const { mine, other, manager } = side()
    const rows = await harness.db.select().from(sessions).where(eq(sessions.uuid, mine.session))
    const keys = { p256dh: 'key', auth: 'auth' }
    const endpoint = `https://push.test/${mine.uuid}`
    await harness.db
      .insert(pushSubscriptions)
      .values({ userId: mine.id, sessionId: rows[0]?.id ?? null, endpoint, ...keys })
    expect((await post(`/admin/user/endSessions/${mine.uuid}`, manager)).status).toBe(200)
    expect([await isIn(mine), await isIn(other)]).toEqual([false, true])
    const [browser] = await harness.db
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.endpoint, endpoint))
    expect(browser?.userId).toBe(other.id)
  })

  it('gives them another role or number for itself alone', async () => {
    const { mine, other, manager } = side()
    const before = await rowOf(other)
    const body = { role: 'MONITOR', contactNumber: '0541234567', countryCode: 'IL', firstName: 'Else' }
    expect((await post(`/admin/user/update/${mine.uuid}`, manager, body)).status).toBe(200)
    expect(await rowOf(mine)).toMatchObject({ role: 'MONITOR', contactNumber: '+972541234567' })
    expect(await rowOf(other)).toEqual(before)
    expect([await isIn(mine), await isIn(other)]).toEqual([false, true])
  })

  it('neither sets their password nor changes their address', async () => {
    const { mine, manager } = side()
    const password = { userUuid: mine.uuid, newPassword: 'another 4 them' }
    expect(await post('/admin/changePasswordByAdmin', manager, password)).toMatchObject({
      status: 409,
      context: { reason: 'passwordTheirs' },
    })
    const body = { email: 'taken.over@carewatch.test' }
    expect(await post(`/admin/user/update/${mine.uuid}`, manager, body)).toMatchObject({
      status: 409,
      context: { reason: 'emailTheirs' },
    })
    // What a form sends back as it was shown is no change.
    const shown = (await get(`/admin/user/detail/${mine.uuid}`, manager)).context.user
    const same = { email: shown.email, userName: shown.userName }
    expect((await post(`/admin/user/update/${mine.uuid}`, manager, same)).status).toBe(200)
    expect((await login(nora.email)).status).toBe(200)
  })
})

describe('what is the person’s', () => {
  it('a new password ends every other sign-in, wherever it acts', async () => {
    const third = await harness.signIn(nora)
    const body = { oldPassword: TEST_PASSWORD, newPassword: 'quite another 4 Nora' }
    expect((await post('/auth/changePassword', account, body)).status).toBe(200)
    expect([await isIn(account), await isIn(nora), await isIn({ token: third })]).toEqual([
      true,
      false,
      false,
    ])
    expect((await login(nora.email)).status).toBe(401)
    expect((await login(nora.email, body.newPassword)).status).toBe(200)
    // Each company's log has it of its own account.
    for (const { id, uuid, companyId } of [nora, account]) {
      const traces = await harness.db.select().from(auditLog).where(eq(auditLog.userId, id))
      expect(traces).toContainEqual(
        expect.objectContaining({ action: 'passwordChanged', entityUuid: uuid, companyId }),
      )
    }
  })

  it('is not as weak as where they see least of others', async () => {
    const kin = await addAccount(harness, here.people.SUPERVISOR, { role: 'OWNER', companyId: null })
    const body = { oldPassword: TEST_PASSWORD, newPassword: 'password' }
    expect((await post('/auth/changePassword', kin, body)).status).toBe(400)
  })

  it('that somebody else chose dies for every account', async () => {
    const row = await identity()
    const expired = { passwordExpiresAt: new Date(Date.now() - 1_000) }
    await harness.db
      .update(users)
      .set(expired)
      .where(eq(users.id, row?.id ?? 0))
    expect((await login(nora.email)).status).toBe(401)
  })

  it('a second step is one for all, and asked wherever they land', async () => {
    const { context } = await post('/auth/totp/begin', account)
    const totp = new TOTP({ secret: Secret.fromBase32(context.secret) })
    expect(
      (await post('/auth/totp/confirm', account, { password: TEST_PASSWORD, code: totp.generate() })).status,
    ).toBe(200)
    expect(await isIn(nora)).toBe(false)
    expect((await login(nora.email)).context).toMatchObject({ codeRequired: true })
    for (const [at, { uuid }] of [
      [here, nora],
      [there, account],
    ] as const)
      expect((await get(`/admin/user/detail/${uuid}`, managerOf(at))).context.user.hasTwoStep).toBe(true)
    // Where the telephone is lost an administrator helps: one house does not take away what another asked for.
    const reset = (by: { token: string }) => post(`/admin/user/resetTotp/${nora.uuid}`, by)
    expect(await reset(managerOf(here))).toMatchObject({
      status: 409,
      context: { reason: 'twoStepElsewhere' },
    })
    expect((await login(nora.email)).context).toMatchObject({ codeRequired: true })
    expect((await reset(here.people.ADMIN)).status).toBe(200)
    expect((await login(nora.email)).status).toBe(200)
    expect(await isIn(account)).toBe(true)
  })

  it('keeps the second step that it had before there were two', async () => {
    const dana = here.people.MANAGER
    const { context } = await post('/auth/totp/begin', dana)
    const totp = new TOTP({ secret: Secret.fromBase32(context.secret) })
    await post('/auth/totp/confirm', dana, { password: TEST_PASSWORD, code: totp.generate() })
    await addAccount(harness, dana, {
      role: 'MONITOR',
      companyId: there.company.id,
      branchId: there.branch.id,
    })
    expect((await login(dana.email)).context).toMatchObject({ codeRequired: true })
    const ahead = totp.generate({ timestamp: Date.now() + 30_000 })
    const body = { email: dana.email, password: TEST_PASSWORD, code: ahead }
    expect((await harness.call('POST', '/auth/login', { body })).status).toBe(200)
  })

  it('keeps the passkeys that it had before there were two, each for all accounts', async () => {
    const dana = here.people.MANAGER
    await createPasskey(harness.db, dana.id, { name: 'Dana’s phone' })
    const second = await addAccount(harness, dana, { role: 'MONITOR', companyId: there.company.id })
    const { token } = second
    expect((await get('/auth/passkeys', { token })).context.passkeys).toMatchObject([
      { name: 'Dana’s phone' },
    ])
    expect((await login(dana.email)).context).toHaveProperty(['passkey', 'challenge'])
  })

  it('number, language and quiet hours hold at every company, their name where it was said', async () => {
    const body = { firstName: 'Noor', quietFrom: '21:00', selectedLanguage: 'ar' }
    expect((await post('/user/update', account, body)).status).toBe(200)
    expect(await rowOf(account)).toMatchObject({ firstName: 'Noor', quietFrom: '21:00' })
    expect(await rowOf(nora)).toMatchObject({ firstName: 'Nora', quietFrom: '21:00', selectedLanguage: 'ar' })
  })

  it('a sign-out ends the sign-in, whichever account it acts as, and the list shows all of them', async () => {
    const { sessions: listed } = (await get('/auth/sessions', account)).context
    expect(listed.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
      expect.arrayContaining([nora.session, account.session]),
    )
    const ended = await harness.call('POST', `/auth/sessions/end/${nora.session}`, {
      token: account.token,
      body: { password: TEST_PASSWORD },
    })
    expect(ended.status).toBe(200)
    expect(await isIn(nora)).toBe(false)
  })

  it('is erased with the last of their accounts, and their address is free', async () => {
    await remove(nora.uuid, managerOf(here))
    await post(`/admin/user/erase/${account.uuid}`, managerOf(there))
    expect(await identity()).toMatchObject({ email: nora.email, erasedAt: null, isActive: false })
    expect((await login(nora.email)).status).toBe(401)
    await post(`/admin/user/erase/${nora.uuid}`, managerOf(here))
    const row = await identity()
    expect(row?.erasedAt).not.toBeNull()
    expect(JSON.stringify(row)).not.toContain(nora.email)
    const person = { firstName: 'Nora', email: nora.email, password: 'x7qp long enough' }
    expect((await harness.call('POST', '/auth/register', { body: person })).status).toBe(200)
  })
})

describe('leaving a company', () => {
  const leave = (who: Signed, password = TEST_PASSWORD) => post('/user/companies/leave', who, { password })

  it('takes the password, and goes on as the other account', async () => {
    expect(await leave(account, 'not theirs')).toMatchObject({ status: 400 })
    expect(await isIn(account)).toBe(true)
    const left = await leave(account)
    expect(left).toMatchObject({ status: 200, context: { user: { uuid: nora.uuid } } })
    expect([await isIn(account), await isIn(left.context)]).toEqual([false, true])
    expect((await get('/user/companies', left.context)).context.companies).toMatchObject([
      { accountUuid: nora.uuid },
    ])
    expect((await get(`/devices/detail/${there.device.uuid}`, left.context)).status).toBe(404)
  })

  it('is not for whoever has one account alone', async () => {
    const { SUPERVISOR } = there.people
    expect(await leave(SUPERVISOR)).toMatchObject({ status: 409, context: { reason: 'onlyCompany' } })
  })

  it('leaves what they did with whom it was done for', async () => {
    const { alarm } = await raiseAlarm(harness, there, { kind: 'SOS', severity: 'CRITICAL', latched: true })
    const taken = await post(`/alarms/${alarm.uuid}/acknowledge`, account)
    expect(taken.status).toBe(200)
    await leave(account)
    const { context } = await get(`/alarms/${alarm.uuid}`, managerOf(there))
    expect(JSON.stringify(context)).toContain('Nora Nurse')
  })

  it('ends what they were to people and on duty', async () => {
    const { device, wearer, branch } = there
    await harness.db.insert(relatives).values({ deviceId: device.id, userId: account.id, name: 'Nora' })
    await harness.db
      .insert(wearerRelations)
      .values({ wearerId: wearer.id, userId: account.id, kind: 'RELATIVE' })
    await harness.db.update(wearers).set({ userId: account.id }).where(eq(wearers.id, wearer.id))
    const place = { branchId: branch.id, userId: account.id }
    await harness.db.insert(branchNurses).values(place)
    await harness.db.insert(duties).values([
      { ...place, fromAt: minutesAgo(10), toAt: minutesAgo(-60) },
      { ...place, fromAt: minutesAgo(-60), toAt: minutesAgo(-120) },
      {
        branchId: branch.id,
        userId: there.people.SUPERVISOR.id,
        fromAt: minutesAgo(10),
        toAt: minutesAgo(-120),
      },
    ])
    await harness.db
      .update(users)
      .set({ supervisorId: account.id })
      .where(eq(users.id, there.people.OWNER.id))
    expect((await leave(account)).status).toBe(200)
    const isTheirs = eq(wearerRelations.userId, account.id)
    expect(await harness.db.$count(wearerRelations, and(isTheirs, isNull(wearerRelations.until)))).toBe(0)
    expect(await harness.db.$count(wearers, eq(wearers.userId, account.id))).toBe(0)
    expect(await harness.db.$count(relatives, eq(relatives.userId, account.id))).toBe(0)
    expect(await harness.db.$count(branchNurses, eq(branchNurses.userId, account.id))).toBe(0)
    const rows = await harness.db.select().from(duties).where(eq(duties.userId, account.id))
    expect(rows.filter(({ deletedAt, toAt }) => deletedAt === null && toAt > new Date())).toEqual([])
    expect(await rowOf(there.people.OWNER)).toMatchObject({ supervisorId: null })
  })

  it.each([
    ['whoever leaves', () => leave(account)],
    ['who lets them go', () => remove(account.uuid, managerOf(there))],
  ] as const)('names to %s the watches that somebody else has to take over first', async (_, end) => {
    await harness.db.update(users).set({ role: 'OWNER' }).where(eq(users.id, account.id))
    const { device } = there
    await harness.db.update(devices).set({ ownerId: account.id }).where(eq(devices.id, device.id))
    expect(await end()).toMatchObject({
      status: 409,
      context: { reason: 'hasDevices', handOver: [{ kind: 'WATCH', uuid: device.uuid, name: device.name }] },
    })
    expect(await isIn(account)).toBe(true)
    await harness.db.update(devices).set({ ownerId: there.people.OWNER.id }).where(eq(devices.id, device.id))
    expect((await end()).status).toBe(200)
  })

  it('names the branch whose alarms would reach nobody, and goes when somebody is there', async () => {
    const { branch, people } = there
    await withoutManagers()
    await harness.db.insert(branchNurses).values({ branchId: branch.id, userId: account.id })
    expect(await leave(account)).toMatchObject({
      status: 409,
      context: {
        reason: 'reachedByNobody',
        handOver: [{ kind: 'BRANCH', uuid: branch.uuid, name: branch.name }],
      },
    })
    await harness.db.insert(branchNurses).values({ branchId: branch.id, userId: people.SUPERVISOR.id })
    expect((await leave(account)).status).toBe(200)
  })

  it('of the last two of a branch at once is one’s', async () => {
    const { branch, company } = there
    const place = { role: 'SUPERVISOR', companyId: company.id, branchId: branch.id } as const
    const other = await addAccount(harness, await createUser(harness.db, { role: 'USER' }), place)
    await harness.db.update(companies).set({ managerId: null }).where(eq(companies.id, company.id))
    await withoutManagers()
    await harness.db
      .insert(branchNurses)
      .values([account, other].map(({ id: userId }) => ({ branchId: branch.id, userId })))
    const answers = await Promise.all([leave(account), leave(other)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
