import type { Role } from '@carewatch/contracts/roles'
import {
  createBranch,
  createDevice,
  createSession,
  createUser,
  TEST_PASSWORD,
} from '@carewatch/migrations/factories'
import { relatives } from '@carewatch/migrations/schema/devices'
import { branches, auditLog, branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { acceptInvitation } from '../testing/invitations.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const call = (as: Role, method: string, path: string, body?: object) =>
  harness.call(method, path, { token: fixture.people[as].token, ...(body && { body }) })
const get = (as: Role, path: string) => call(as, 'GET', path)
const post = (as: Role, path: string, body: object = {}) => call(as, 'POST', path, body)

/** One more person of the house. */
const somebody = (role: Role = 'USER', values: object = {}) =>
  createUser(harness.db, { role, companyId: fixture.company.id, branchId: fixture.branch.id, ...values })
const rowOf = async (id: number) => {
  const [row] = await harness.db.select().from(users).where(eq(users.id, id))
  if (!row) throw new Error('no such person')
  return row
}

describe('the people one sees', () => {
  const carers: Role[] = [
    'SUPERVISOR',
    'OWNER',
    'USER',
    'MONITOR',
    'BRANCH_MONITOR',
    'COMPANY_MONITOR',
    'RELATIVE',
  ]
  it.each([
    ['MANAGER', ['MANAGER', ...carers]],
    ['SUPERVISOR', ['SUPERVISOR', 'OWNER', 'RELATIVE']],
    ['OWNER', ['OWNER', 'RELATIVE']],
    ['RELATIVE', ['RELATIVE']],
    ['USER', ['USER']],
    ['MONITOR', ['MONITOR']],
    ['BRANCH_MONITOR', ['BRANCH_MONITOR']],
    ['COMPANY_MONITOR', ['COMPANY_MONITOR']],
  ] as [Role, Role[]][])('are, for a %s: %s', async (role, seen) => {
    const fresh = await createCompanyFixture(harness)
    const { token } = fresh.people[role]
    const { context } = await harness.call('GET', '/admin/user/listing', { token })
    const uuids = context.users.map(({ uuid }: { uuid: string }) => uuid).toSorted()
    expect(uuids).toEqual(seen.map((one) => fresh.people[one].uuid).toSorted())
    expect(context.total).toBe(seen.length)
  })

  it('are found by name, sorted, filtered and paged', async () => {
    const zoe = await somebody('OWNER', { firstName: 'Zoe', lastName: 'Quimby', isActive: false })
    const found = await get('MANAGER', '/admin/user/listing?search=oe%20quim')
    expect(found.context).toMatchObject({ total: 1, users: [{ uuid: zoe.uuid, isActive: false }] })
    const inactive = await get('MANAGER', '/admin/user/listing?filterKey=inactive&role=OWNER')
    expect(inactive.context).toMatchObject({ total: 1, users: [{ uuid: zoe.uuid }] })
    const first = await get('MANAGER', '/admin/user/listing?sort=-firstName&size=1')
    expect(first.context.users).toMatchObject([{ uuid: zoe.uuid }])
    const here = `companyUuid=${fixture.company.uuid}&branchUuid=${fixture.branch.uuid}`
    const nurse = fixture.people.SUPERVISOR.uuid
    const looked = await get('ADMIN', `/admin/user/listing?supervisorUuid=${nurse}`)
    expect(looked.context.users).toMatchObject([
      { uuid: fixture.people.OWNER.uuid, supervisor: { uuid: nurse } },
    ])
    expect((await get('ADMIN', `/admin/user/listing?${here}&role=MONITOR`)).context.total).toBe(1)
    expect((await get('ADMIN', '/admin/user/listing?sort=passwordHash')).status).toBe(400)
  })

  it('are shown without the addresses of others to families, who cannot search by them either', async () => {
    const { RELATIVE, OWNER } = fixture.people
    const listed = await get('OWNER', '/admin/user/listing')
    const emails = listed.context.users.map(({ email }: { email: string | null }) => email)
    expect(new Set(emails)).toEqual(new Set([OWNER.email, null]))
    const search = await get('OWNER', `/admin/user/listing?search=${RELATIVE.email}`)
    expect(search.context.total).toBe(0)
    expect((await get('OWNER', '/admin/user/listing?sort=email')).status).toBe(400)
  })
})

describe('one person', () => {
  it('is shown with everything known of them, and no secret', async () => {
    await harness.db
      .update(users)
      .set({ telegramChatId: 'chat-77', telegramStatus: 'REGISTERED', smoking: true, dob: '1940-01-01' })
      .where(eq(users.id, fixture.people.OWNER.id))
    const { context } = await get('SUPERVISOR', `/admin/user/detail/${fixture.people.OWNER.userName}`)
    expect(context.user).toMatchObject({
      uuid: fixture.people.OWNER.uuid,
      smoking: 1,
      dob: '1940-01-01',
      supervisor: { name: 'Nora Nurse' },
      telegram: { status: 'REGISTERED' },
      sms: { sendSms: false, hasNumber: false },
      ownedDevices: [{ uuid: fixture.device.uuid }],
      relatedDevices: [],
    })
    expect(JSON.stringify(context)).not.toMatch(/chat-77|argon2|hash|secret/i)
  })

  it('is oneself under the name currentUser', async () => {
    const { context } = await get('RELATIVE', '/admin/user/detail/currentUser')
    expect(context.user).toMatchObject({
      uuid: fixture.people.RELATIVE.uuid,
      relatedDevices: [{ uuid: fixture.device.uuid }],
    })
  })

  it('of another company is not found by uuid, name or address', async () => {
    const { uuid, userName, email } = other.people.OWNER
    for (const key of [uuid, userName, email])
      expect((await get('MANAGER', `/admin/user/detail/${key}`)).status).toBe(404)
  })
})

describe('choosing somebody', () => {
  it('offers those of a role or whose name contains the text, and colleagues by name alone', async () => {
    const nurses = await get('MONITOR', '/user/getList/SUPERVISOR')
    expect(nurses.context.users).toMatchObject([
      { uuid: fixture.people.SUPERVISOR.uuid, name: 'Nora Nurse', email: null },
    ])
    const named = await get('MANAGER', '/user/getList/nora')
    expect(named.context.users).toMatchObject([{ email: fixture.people.SUPERVISOR.email }])
    expect((await get('USER', '/user/getList/all')).context.users).toHaveLength(1)
  })
})

const newcomer = (values: object = {}) => ({
  firstName: 'Olga',
  userName: `olga-${crypto.randomUUID()}`,
  email: `${crypto.randomUUID()}@carewatch.test`,
  password: 'blue river 77',
  role: 'OWNER',
  userType: 'WATCH',
  contactNumber: '050 123 4567',
  ...values,
})

describe('a new account', () => {
  it('stands in its maker’s place, must get another password, and that within a day', async () => {
    const body = newcomer({ height: 171 })
    const { context, status } = await post('SUPERVISOR', '/admin/user/new', body)
    expect(status).toBe(200)
    expect(context).toMatchObject({
      password: null,
      isMailed: false,
      user: {
        contactNumber: '+972501234567',
        countryCode: 'IL',
        company: { uuid: fixture.company.uuid },
        branch: { uuid: fixture.branch.uuid },
        supervisor: { uuid: fixture.people.SUPERVISOR.uuid },
        height: 171,
        mustChangePassword: true,
      },
    })
    const [row] = await harness.db.select().from(users).where(eq(users.uuid, context.user.uuid))
    const hours = ((row?.passwordExpiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
  })

  it('gets a password made for it, which is told once where nothing is mailed', async () => {
    const { password: _, ...body } = newcomer({ sendPassword: true })
    const { context } = await post('MANAGER', '/admin/user/new', body)
    expect(context.password).toMatch(/^\w{16}$/)
    const signedIn = { email: body.email, password: context.password }
    const answer = await harness.call('POST', '/auth/login', { body: signedIn })
    expect(answer.context.user.mustChangePassword).toBe(true)
  })

  it('names the fields that are missing', async () => {
    const { context } = await post('ADMIN', '/admin/user/new', {})
    expect(Object.keys(context.errors).toSorted()).toEqual(
      ['contactNumber', 'email', 'firstName', 'password', 'role', 'userName', 'userType'].toSorted(),
    )
    const noPassword = await post('ADMIN', '/admin/user/new', newcomer({ password: undefined }))
    expect(noPassword.context.errors).toEqual({ password: 'is required' })
    const nowhere = await post(
      'ADMIN',
      '/admin/user/new',
      newcomer({ role: 'MONITOR', password: 'hq7 x9 zz' }),
    )
    expect(nowhere.context.errors).toEqual({ companyId: 'is required' })
    const noBranch = newcomer({ role: 'MONITOR', password: 'hq7 x9 zz', companyId: fixture.company.uuid })
    expect((await post('ADMIN', '/admin/user/new', noBranch)).context.errors).toEqual({
      branchId: 'is required',
    })
  })

  it.each([
    ['MANAGER', 'ADMIN'],
    ['MANAGER', 'MANAGER'],
    ['SUPERVISOR', 'SUPERVISOR'],
    ['SUPERVISOR', 'MONITOR'],
  ] as const)('cannot be made by a %s for a %s', async (as, role) => {
    expect((await post(as, '/admin/user/new', newcomer({ role }))).status).toBe(403)
  })

  it('cannot be put into another company or branch', async () => {
    const { company, branch } = other
    const there = [{ companyId: company.uuid }, { branchId: branch.uuid }]
    for (const place of there)
      for (const as of ['MANAGER', 'SUPERVISOR'] as const)
        expect((await post(as, '/admin/user/new', newcomer(place))).status).toBe(404)
    const mixed = newcomer({ companyId: fixture.company.uuid, branchId: branch.uuid })
    expect((await post('ADMIN', '/admin/user/new', mixed)).context.errors).toEqual({
      branchId: 'is not valid',
    })
    const nowhere = newcomer({ companyId: null })
    expect((await post('MANAGER', '/admin/user/new', nowhere)).status).toBe(400)
  })

  it('says which of the two is taken, whatever its case', async () => {
    const { userName } = other.people.OWNER
    const { email } = fixture.people.OWNER
    const mail = newcomer({ email: email.toUpperCase(), companyId: fixture.company.uuid })
    expect(await post('ADMIN', '/admin/user/new', mail)).toMatchObject({
      status: 409,
      context: { reason: 'emailTaken' },
    })
    const name = newcomer({ userName: userName.toUpperCase() })
    expect(await post('ADMIN', '/admin/user/new', name)).toMatchObject({
      status: 409,
      context: { reason: 'userNameTaken' },
    })
  })

  it('is invited where an account of nobody’s house has the address, and comes in the role that was offered', async () => {
    const plain = await harness.person('USER')
    const body = { ...newcomer({ email: plain.email, role: 'MONITOR' }), branchId: fixture.branch.uuid }
    const { context } = await post('MANAGER', '/admin/user/new', body)
    expect(context).toMatchObject({ user: null, password: null })
    expect(await rowOf(plain.id)).toMatchObject({ role: 'USER', companyId: null })
    expect((await acceptInvitation(harness, plain.token, context.invitation)).status).toBe(200)
    const here = { companyId: fixture.company.id, branchId: fixture.branch.id }
    expect(await rowOf(plain.id)).toMatchObject({ role: 'MONITOR', ...here })
  })

  it('is one more of somebody whom another company has, and not given by who may not any more', async () => {
    const manager = await harness.person('MANAGER', { companyId: fixture.company.id })
    const invited = async (email: string) => {
      const asked = { token: manager.token, body: newcomer({ email }) }
      return (await harness.call('POST', '/admin/user/new', asked)).context.invitation
    }
    const { OWNER } = other.people
    const { context } = await acceptInvitation(harness, OWNER.token, await invited(OWNER.email))
    expect(context.accountUuid).not.toBe(OWNER.uuid)
    expect(await rowOf(OWNER.id)).toMatchObject({ role: 'OWNER', companyId: other.company.id })
    const plain = await harness.person('USER')
    const made = await invited(plain.email)
    await harness.db.update(users).set({ role: 'MONITOR' }).where(eq(users.id, manager.id))
    expect((await acceptInvitation(harness, plain.token, made)).context).toEqual({
      reason: 'invitationNoRight',
    })
    expect(await rowOf(plain.id)).toMatchObject({ role: 'USER', companyId: null })
  })

  it('is made once where two make it at once', async () => {
    const body = newcomer()
    const answers = await Promise.all([1, 2].map(() => post('ADMIN', '/admin/user/new', body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('changing a person', () => {
  it('keeps what was not said, and leaves the names of the fields in the trace', async () => {
    const owner = await somebody('OWNER', { address: 'Herzl 1' })
    const body = { firstName: 'Olga', contactNumber: '21234567', countryCode: 'LV', smoking: 1 }
    const { context } = await post('MANAGER', `/admin/user/update/${owner.uuid}`, body)
    expect(context.user).toMatchObject({
      firstName: 'Olga',
      contactNumber: '+37121234567',
      address: 'Herzl 1',
    })
    const [trace] = await harness.db.select().from(auditLog).where(eq(auditLog.entityUuid, owner.uuid))
    expect(trace).toMatchObject({ action: 'updated', companyId: fixture.company.id })
    expect(JSON.stringify(trace)).not.toMatch(/Olga|21234567/)
    expect(trace?.detail).toEqual({ fields: ['firstName', 'smoking', 'contactNumber', 'countryCode'] })
  })

  it('is refused to whoever looked at an older state, and done once where two do it at once', async () => {
    const owner = await somebody('OWNER')
    const path = `/admin/user/update/${owner.uuid}`
    const seen = owner.updatedAt.toISOString()
    const answers = await Promise.all([
      post('MANAGER', path, { lastName: 'One', updatedAt: seen }),
      post('ADMIN', path, { lastName: 'Two', updatedAt: seen }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await post('ADMIN', path, { lastName: 'Three', updatedAt: seen })).toMatchObject({
      status: 409,
      message: 'This was changed in the meantime',
    })
  })

  it('signs out whoever gets another role or place', async () => {
    const monitor = await harness.person('MONITOR', {
      companyId: fixture.company.id,
      branchId: fixture.branch.id,
    })
    const validate = async () =>
      (await harness.call('GET', '/auth/validateToken', { token: monitor.token })).status
    await post('MANAGER', `/admin/user/update/${monitor.uuid}`, { lastName: 'Same place' })
    expect(await validate()).toBe(200)
    const branch = await createBranch(harness.db, fixture.company.id)
    const moved = await post('MANAGER', `/admin/user/update/${monitor.uuid}`, { branchId: branch.uuid })
    expect(moved.context.user.branch.uuid).toBe(branch.uuid)
    expect(await validate()).toBe(401)
  })

  it('is not for a manager to do to an administrator or another manager, nor to raise anybody so far', async () => {
    const manager = await somebody('MANAGER')
    const update = (uuid: string, body: object) => post('MANAGER', `/admin/user/update/${uuid}`, body)
    expect((await update(manager.uuid, { lastName: 'X' })).status).toBe(403)
    expect((await update(fixture.people.ADMIN.uuid, { lastName: 'X' })).status).toBe(404)
    const monitor = await somebody('MONITOR')
    expect((await update(monitor.uuid, { role: 'MANAGER' })).status).toBe(403)
    expect((await update(monitor.uuid, { role: 'ADMIN' })).status).toBe(403)
    expect((await update(monitor.uuid, { companyId: other.company.uuid })).status).toBe(404)
    const password = { userUuid: manager.uuid, newPassword: 'blue river 77' }
    expect((await post('MANAGER', '/admin/changePasswordByAdmin', password)).status).toBe(403)
  })

  it('of a relative who follows a watch here and belongs elsewhere is left to those they belong to', async () => {
    const elsewhere = await createUser(harness.db, { role: 'RELATIVE', companyId: other.company.id })
    await harness.db
      .insert(relatives)
      .values({ deviceId: fixture.device.id, userId: elsewhere.id, name: 'Rae' })
    expect((await get('MANAGER', `/admin/user/detail/${elsewhere.uuid}`)).status).toBe(200)
    expect((await post('MANAGER', `/admin/user/update/${elsewhere.uuid}`, { lastName: 'X' })).status).toBe(
      403,
    )
    expect((await post('MANAGER', '/admin/changePasswordByAdmin', { userUuid: elsewhere.uuid })).status).toBe(
      403,
    )
  })

  it('does not take a watch’s owner out of their role', async () => {
    const answer = await post('ADMIN', `/admin/user/update/${fixture.people.OWNER.uuid}`, { role: 'USER' })
    expect(answer).toMatchObject({ status: 409, context: { reason: 'hasDevices' } })
  })

  it('kills a link to a new password that went to the old address', async () => {
    const reset = { passwordResetHash: 'x', passwordResetExpiresAt: new Date(Date.now() + 60_000) }
    const owner = await somebody('OWNER', { ...reset, mustChangePassword: true })
    await post('ADMIN', `/admin/user/update/${owner.uuid}`, {
      email: `${crypto.randomUUID()}@carewatch.test`,
    })
    expect((await rowOf(owner.id)).passwordResetHash).toBeNull()
  })
})

describe('changing oneself', () => {
  it.each([
    'role',
    'userType',
    'companyId',
    'branchId',
    'isActive',
    'supervisorId',
    'imageUrl',
    'newPassword',
  ])('never takes %s', async (field) => {
    const answer = await post('OWNER', '/user/update', { [field]: 'x' })
    expect(answer).toMatchObject({ status: 400, context: { errors: { [field]: 'is not known' } } })
  })

  it('takes what is one’s own', async () => {
    const quiet = { quietFrom: '21:30', quietTo: '06:00' }
    const body = {
      firstName: 'Ora',
      timeZone: 'Europe/Riga',
      height: 160,
      weight: null,
      dob: '1950-02-28',
      ...quiet,
    }
    expect((await post('USER', '/user/update', body)).context.user).toMatchObject(body)
  })

  it('takes another number with the password alone, and the same one without it', async () => {
    const numberOf = async () => (await rowOf(fixture.people.USER.id)).contactNumber
    const before = await numberOf()
    const number = { contactNumber: '050 123 4567' }
    expect(await post('USER', '/user/update', number)).toMatchObject({
      status: 400,
      context: { errors: { password: 'is required' } },
    })
    const wrong = await post('USER', '/user/update', { ...number, password: 'not theirs' })
    expect(wrong).toMatchObject({ status: 400, message: 'The old password is not right' })
    expect(await numberOf()).toBe(before)
    expect((await post('USER', '/user/update', { ...number, password: TEST_PASSWORD })).status).toBe(200)
    expect(await numberOf()).toBe('+972501234567')
    expect((await post('USER', '/user/update', { ...number, height: 172 })).status).toBe(200)
  })

  it('takes no other number of whoever changes others', async () => {
    const { uuid, id } = fixture.people.ADMIN
    const answer = await post('ADMIN', `/admin/user/update/${uuid}`, { contactNumber: '050 123 4567' })
    expect(answer).toMatchObject({ status: 409, context: { reason: 'yourself' } })
    expect((await rowOf(id)).contactNumber).toBeNull()
  })

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'is not a known time zone'],
    [{ timeZone: '+02:00' }, 'timeZone', 'is not a known time zone'],
    [{ quietFrom: '25:00' }, 'quietFrom', 'is not valid'],
    [{ dob: '2999-01-01' }, 'dob', 'must be in the past'],
    [{ height: 1_700 }, 'height', expect.any(String)],
    [{ contactNumber: '1' }, 'contactNumber', expect.any(String)],
    [{ countryCode: 'IL' }, 'contactNumber', 'is required'],
  ] as [object, string, string][])('refuses %o', async (body, field, text) => {
    const answer = await post('USER', '/user/update', body)
    expect(answer).toMatchObject({ status: 400, context: { errors: { [field]: text } } })
  })

  it('tells of no address whether somebody has an account there', async () => {
    const { OWNER, MANAGER } = fixture.people
    const known = await harness.person('OWNER', { userName: `${crypto.randomUUID()}@carewatch.test` })
    const path = `/admin/user/update/${OWNER.uuid}`
    for (const userName of [known.userName, known.email, `${crypto.randomUUID()}@carewatch.test`]) {
      const answers = [
        await post('OWNER', '/user/update', { userName }),
        await post('MANAGER', path, { userName }),
        await post('MANAGER', '/admin/user/new', newcomer({ userName })),
      ]
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 400, context: { errors: { userName: 'is not valid' } } })
    }
    const own = { userName: MANAGER.email }
    expect((await post('MANAGER', '/user/update', own)).context.user).toMatchObject(own)
  })

  it('does not go as far as deactivating, deleting, demoting or signing oneself a password', async () => {
    const { uuid } = fixture.people.ADMIN
    const answers = [
      await post('ADMIN', '/admin/user/statusChange', { uuid, isActive: false }),
      await call('ADMIN', 'DELETE', `/admin/user/${uuid}`),
      await post('ADMIN', `/admin/user/update/${uuid}`, { role: 'USER' }),
      await post('ADMIN', '/admin/changePasswordByAdmin', { userUuid: uuid }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 409, context: { reason: 'yourself' } })
  })
})

describe('letting in and out', () => {
  it('deactivates a person, who cannot sign in until let in again', async () => {
    const owner = await somebody('OWNER')
    await createSession(harness.db, owner.id)
    const change = (isActive: boolean) =>
      post('MANAGER', '/admin/user/statusChange', { uuid: owner.uuid, isActive })
    const login = async () =>
      (await harness.call('POST', '/auth/login', { body: { email: owner.email, password: TEST_PASSWORD } }))
        .status
    expect((await change(false)).context.user.isActive).toBe(false)
    expect(await login()).toBe(401)
    await change(true)
    expect(await login()).toBe(200)
  })

  it('deletes a person who owns nothing, and their name is free again', async () => {
    const nurse = await somebody('SUPERVISOR')
    await harness.db
      .update(companies)
      .set({ managerId: nurse.id })
      .where(eq(companies.id, fixture.company.id))
    await harness.db.insert(branchNurses).values({ branchId: fixture.branch.id, userId: nurse.id })
    // Somebody else is there to be reached, in every branch of the company that they manage.
    const userId = fixture.people.SUPERVISOR.id
    const ofCompany = eq(branches.companyId, fixture.company.id)
    const all = await harness.db.select({ branchId: branches.id }).from(branches).where(ofCompany)
    await harness.db
      .insert(branchNurses)
      .values(all.map(({ branchId }) => ({ branchId, userId })))
      .onConflictDoNothing()
    const patient = await somebody('OWNER', { supervisorId: nurse.id })
    expect((await call('MANAGER', 'DELETE', `/admin/user/${nurse.uuid}`)).status).toBe(200)
    expect((await get('ADMIN', `/admin/user/detail/${nurse.uuid}`)).status).toBe(404)
    expect((await rowOf(patient.id)).supervisorId).toBeNull()
    expect(await harness.db.$count(branchNurses, eq(branchNurses.userId, nurse.id))).toBe(0)
    expect((await post('ADMIN', '/admin/user/new', newcomer({ userName: nurse.userName }))).status).toBe(200)
  })

  it('does not delete whoever still owns a watch', async () => {
    const owner = await somebody('OWNER')
    await createDevice(harness.db, { ownerId: owner.id, companyId: fixture.company.id })
    expect(await call('MANAGER', 'DELETE', `/admin/user/${owner.uuid}`)).toMatchObject({
      status: 409,
      context: { reason: 'hasDevices' },
    })
  })

  it('leaves the last administrator, also where two remove one another', async () => {
    const fresh = await startHarness()
    const [one, two] = [await fresh.person('ADMIN'), await fresh.person('ADMIN')]
    const remove = (by: { token: string }, whom: { uuid: string }) =>
      fresh.call('POST', `/admin/user/update/${whom.uuid}`, { token: by.token, body: { role: 'USER' } })
    const answers = await Promise.all([remove(one, two), remove(two, one)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = and(eq(users.role, 'ADMIN'), ne(users.isActive, false))
    expect(await fresh.db.$count(users, left)).toBe(1)
    await fresh.close()
  })
})

describe('who looks after a person', () => {
  const change = (userUuid: string, supervisorUuid: string | null) =>
    post('MANAGER', '/admin/user/changeSupervisor', { userUuid, supervisorUuid })

  it('is said by uuid, user name or e-mail address, and taken back', async () => {
    const [owner, nurse] = [await somebody('OWNER'), await somebody('SUPERVISOR')]
    for (const key of [nurse.uuid, nurse.userName, nurse.email.toUpperCase()])
      expect((await change(owner.uuid, key)).context.user.supervisor.uuid).toBe(nurse.uuid)
    expect((await change(owner.uuid, null)).context.user.supervisor).toBeNull()
  })

  it('is a supervisor of the same company', async () => {
    const owner = await somebody('OWNER')
    expect((await change(owner.uuid, other.people.SUPERVISOR.uuid)).status).toBe(404)
    expect((await change(owner.uuid, fixture.people.MONITOR.uuid)).status).toBe(400)
  })
})

describe('an account that its person used', () => {
  it.each(['MANAGER', 'ADMIN'] as const)('gets no password and no address by a %s', async (role) => {
    const owner = await somebody('OWNER')
    const before = await rowOf(owner.id)
    const password = { userUuid: owner.uuid, newPassword: 'blue river 77' }
    expect(await post(role, '/admin/changePasswordByAdmin', password)).toMatchObject({
      status: 409,
      context: { reason: 'passwordTheirs' },
    })
    const email = `${crypto.randomUUID()}@carewatch.test`
    expect(await post(role, `/admin/user/update/${owner.uuid}`, { email })).toMatchObject({
      status: 409,
      context: { reason: 'emailTheirs' },
    })
    expect(await rowOf(owner.id)).toEqual(before)
  })
})

describe('a password by an administrator', () => {
  it('signs the person out, lasts a day and must be changed', async () => {
    const owner = await harness.person('OWNER', { companyId: fixture.company.id, mustChangePassword: true })
    const { context } = await post('MANAGER', '/admin/changePasswordByAdmin', { userUuid: owner.uuid })
    expect(context).toMatchObject({ isMailed: false, strength: { isCommon: false } })
    expect((await harness.call('GET', '/auth/validateToken', { token: owner.token })).status).toBe(401)
    expect(await rowOf(owner.id)).toMatchObject({ mustChangePassword: true })
    const body = { email: owner.email, password: context.password }
    expect((await harness.call('POST', '/auth/login', { body })).status).toBe(200)
  })

  it('is not a common one for staff', async () => {
    const nurse = await somebody('SUPERVISOR', { mustChangePassword: true })
    const body = { userUuid: nurse.uuid, newPassword: 'qwerty' }
    expect((await post('MANAGER', '/admin/changePasswordByAdmin', body)).context.errors).toEqual({
      newPassword: 'is too easy to guess, please choose another',
    })
  })
})

describe('looking whether somebody exists', () => {
  const find = (as: Role, body: object) => post(as, '/admin/user/find', body)

  it('tells initials of whom one sees, and nothing of anybody else', async () => {
    const { OWNER } = fixture.people
    expect((await find('SUPERVISOR', { email: OWNER.email })).context).toMatchObject({
      existingFound: true,
      user: { uuid: OWNER.uuid, initials: expect.stringMatching(/^..$/) },
    })
    const unknown = await find('SUPERVISOR', { email: 'nobody@carewatch.test' })
    expect(await find('SUPERVISOR', { email: other.people.OWNER.email })).toEqual(unknown)
    expect(await find('SUPERVISOR', { userName: other.people.OWNER.userName })).toEqual(unknown)
  })

  it('keeps who asked', async () => {
    const { id } = fixture.people.SUPERVISOR
    const traces = await harness.db.select().from(auditLog).where(eq(auditLog.userId, id))
    expect(traces.filter(({ action }) => action === 'viewed').length).toBeGreaterThanOrEqual(4)
    expect(JSON.stringify(traces)).not.toContain('@carewatch.test')
  })
})

describe('the channels of alerts', () => {
  it('are one’s own, or those of a person one manages', async () => {
    const owner = await somebody('OWNER', { telegramChatId: '77', telegramStatus: 'REGISTERED' })
    expect((await post('OWNER', '/user/setSMS', { sendSms: true })).context).toEqual({ sendSms: true })
    const managed = { userUuid: owner.uuid, sendSms: true }
    expect((await post('MANAGER', '/user/setSMS', managed)).status).toBe(200)
    expect((await post('SUPERVISOR', '/user/setSMS', managed)).status).toBe(403)
    expect((await post('OWNER', '/user/setSMS', managed)).status).toBe(404)
    expect((await post('OWNER', `/user/resetTelegram/${owner.uuid}`)).status).toBe(404)
    expect((await post('MANAGER', `/user/resetTelegram/${owner.userName}`)).status).toBe(200)
    expect(await rowOf(owner.id)).toMatchObject({
      sendSms: true,
      telegramChatId: null,
      telegramStatus: 'NONE',
    })
  })
})
