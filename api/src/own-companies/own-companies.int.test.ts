import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { liveTopic } from '@carewatch/contracts/topics'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { auditLog, sessions, users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAccount } from '../testing/accounts.ts'
import { addDevice, type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { acceptInvitation, type Made } from '../testing/invitations.ts'
import { look, openScreen, publish, type Screen, settled } from '../testing/screen.ts'

let harness: Harness
let here: CompanyFixture
let there: CompanyFixture

beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  here = await createCompanyFixture(harness)
  there = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Signed = { token: string }
const get = (path: string, { token }: Signed) => harness.call('GET', path, { token })
const post = (path: string, { token }: Signed, body: object) => harness.call('POST', path, { token, body })
const rowOf = async ({ uuid }: { uuid: string }) =>
  (await harness.db.select().from(users).where(eq(users.uuid, uuid)))[0]

/** The manager of another house asks for somebody by their address. */
const askWorker = async (email: string, role: string, more: object = {}): Promise<Made> => {
  const person = { firstName: 'Nora', userName: crypto.randomUUID(), contactNumber: '0501234567' }
  const body = { ...person, email, sendPassword: true, role, userType: 'WATCH', ...more }
  return (await post('/admin/user/new', there.people.MANAGER, body)).context.invitation
}
const askOwner = async (email: string): Promise<Made> => {
  const body = { deviceUUID: there.device.uuid, owner: email }
  return (await post('/devices/changeOwner', there.people.MANAGER, body)).context.invitation
}
const askRelative = async (email: string, deviceUUID = there.device.uuid): Promise<Made> => {
  const kin = { deviceUUID, name: 'Dan Levi', relation: 'son', email }
  const { context } = await post('/relation/new', there.people.OWNER, { ...kin, createUserInPortal: true })
  return context.invitation
}
const login = (email: string) =>
  harness.call('POST', '/auth/login', { body: { email, password: TEST_PASSWORD } })
const companiesOf = async (who: Signed) => (await get('/user/companies', who)).context.companies
const switchTo = (who: Signed, accountUuid: string) => post('/user/companies/switch', who, { accountUuid })

describe('a yes to another company', () => {
  const asks = [
    [
      'a nurse',
      'SUPERVISOR',
      (email: string) => askWorker(email, 'SUPERVISOR', { branchId: there.branch.uuid }),
    ],
    ['its customer', 'OWNER', (email: string) => askWorker(email, 'OWNER')],
    ['responsible for a watch', 'OWNER', askOwner],
    ['a relative', 'RELATIVE', (email: string) => askRelative(email)],
  ] as const

  it.each(asks)('makes a nurse %s there, by one more account', async (_, role, ask) => {
    const { SUPERVISOR: nurse } = here.people
    const before = await rowOf(nurse)
    const answer = await acceptInvitation(harness, nurse.token, await ask(nurse.email))
    expect(answer.status).toBe(200)
    const { accountUuid } = answer.context
    expect(accountUuid).not.toBe(nurse.uuid)
    expect(await rowOf({ uuid: accountUuid })).toMatchObject({ role, companyId: there.company.id })
    const { role: was, companyId, branchId, supervisorId, firstName, userName } = before ?? {}
    expect(await rowOf(nurse)).toMatchObject({
      role: was,
      companyId,
      branchId,
      supervisorId,
      firstName,
      userName,
    })
    expect(await companiesOf(nurse)).toMatchObject([
      { accountUuid: nurse.uuid, company: { name: here.company.name }, isThis: true },
      { accountUuid, company: { name: there.company.name }, role, isThis: false },
    ])
  })

  it('is one account however often it is said, by whichever of their accounts', async () => {
    const { OWNER: dana } = here.people
    const first = await acceptInvitation(harness, dana.token, await askRelative(dana.email))
    const { accountUuid } = first.context
    const { token } = (await switchTo(dana, accountUuid)).context
    const { uuid: deviceUUID } = await addDevice(harness, there)
    const again = await acceptInvitation(harness, token, await askRelative(dana.email, deviceUUID))
    expect(again).toMatchObject({ status: 200, context: { accountUuid } })
    const theirs = and(
      eq(users.identityId, sql`(select identity_id from users where uuid = ${dana.uuid})`),
      isNull(users.deletedAt),
    )
    expect(await harness.db.$count(users, theirs)).toBe(3)
  })

  it('of two at once is answered once, by the one account and by the other', async () => {
    const { SUPERVISOR: nurse } = here.people
    const made = await askRelative(nurse.email)
    await post('/invitations/claim', nurse, { token: made.link?.split('#')[1] ?? '' })
    const other = await harness.signIn(nurse)
    const answers = await Promise.all(
      [nurse, { token: other }].map((who) => post('/invitations/accept', who, { uuid: made.uuid })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await companiesOf(nurse)).toHaveLength(2)
  })

  it('is not given to a company that lets them in no longer', async () => {
    const { SUPERVISOR: nurse } = here.people
    const account = await addAccount(harness, nurse, {
      companyId: there.company.id,
      role: 'RELATIVE',
      isActive: false,
    })
    const answer = await acceptInvitation(harness, nurse.token, await askRelative(nurse.email))
    expect(answer).toMatchObject({ status: 409, context: { reason: 'invitationRole' } })
    expect(await rowOf(account)).toMatchObject({ isActive: false })
  })

  it('makes nobody an administrator who has an account elsewhere, or who has several', async () => {
    const askAdmin = async (email: string): Promise<Made> => {
      const person = { firstName: 'Nora', userName: crypto.randomUUID(), contactNumber: '0501234567' }
      const body = { ...person, email, sendPassword: true, role: 'ADMIN', userType: 'WATCH' }
      return (await post('/admin/user/new', there.people.ADMIN, body)).context.invitation
    }
    const refused = { status: 409, context: { reason: 'invitationRole' } }
    const { SUPERVISOR: nurse, RELATIVE } = here.people
    expect(await acceptInvitation(harness, nurse.token, await askAdmin(nurse.email))).toMatchObject(refused)
    expect(await rowOf(nurse)).toMatchObject({ identityId: null })
    // The account of no company is one of two.
    const free = await harness.person('USER')
    await addAccount(harness, free, { companyId: there.company.id, role: 'RELATIVE' })
    expect(await acceptInvitation(harness, free.token, await askAdmin(free.email))).toMatchObject(refused)
    expect(await rowOf(free)).toMatchObject({ role: 'USER' })
    const plain = await harness.person('USER')
    expect((await acceptInvitation(harness, plain.token, await askAdmin(plain.email))).status).toBe(200)
    expect(await rowOf(plain)).toMatchObject({ role: 'ADMIN' })
    expect(await rowOf(RELATIVE)).toMatchObject({ identityId: null })
  })

  it('links no account to one that administers everything', async () => {
    const dana = here.people.OWNER
    const admin = await addAccount(harness, dana, { companyId: null, role: 'USER' })
    // As a version before could make it.
    await harness.db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, admin.id))
    const answer = await acceptInvitation(harness, dana.token, await askRelative(dana.email))
    expect(answer).toMatchObject({ status: 409, context: { reason: 'invitationRole' } })
    expect(await companiesOf(dana)).toHaveLength(2)
  })

  it('makes no administrator anything else', async () => {
    const { ADMIN } = here.people
    const answer = await acceptInvitation(harness, ADMIN.token, await askRelative(ADMIN.email))
    expect(answer).toMatchObject({ status: 409, context: { reason: 'invitationRole' } })
    expect(await rowOf(ADMIN)).toMatchObject({ identityId: null })
  })
})

describe('who asks and who asked', () => {
  it('learn nothing of one another, by no list, detail, search or log', async () => {
    const nurse = { ...here.people.SUPERVISOR, userName: `nurse at ${here.company.code}` }
    await harness.db.update(users).set({ userName: nurse.userName }).where(eq(users.id, nurse.id))
    const detail = async () =>
      (await get(`/admin/user/detail/${nurse.uuid}`, here.people.MANAGER)).context.user
    const before = await detail()
    const answer = await acceptInvitation(
      harness,
      nurse.token,
      await askWorker(nurse.email, 'SUPERVISOR', { branchId: there.branch.uuid }),
    )
    const { accountUuid } = answer.context
    const { updatedAt: _, ...after } = await detail()
    expect(before).toMatchObject(after)
    const read = async (who: Signed, text: string) =>
      JSON.stringify(
        await Promise.all(
          [
            '/admin/user/listing?size=200',
            `/admin/user/listing?size=200&search=${encodeURIComponent(text)}`,
            `/admin/user/listing?search=${encodeURIComponent(nurse.email)}`,
            '/admin/user/listing?search=linked',
            '/invitations/sent',
            '/audit?size=200',
          ].map((path) => get(path, who)),
        ),
      )
    const theirs = await read(there.people.MANAGER, accountUuid)
    for (const text of [nurse.uuid, here.company.uuid, here.company.name, nurse.userName])
      expect(theirs).not.toContain(text)
    const ours = await read(here.people.MANAGER, accountUuid)
    for (const text of [accountUuid, there.company.uuid, there.company.name]) expect(ours).not.toContain(text)
    for (const [who, uuid] of [
      [here.people.MANAGER, nurse.uuid],
      [there.people.MANAGER, accountUuid],
    ] as const) {
      const found = await get(`/admin/user/listing?search=${encodeURIComponent(nurse.email)}`, who)
      expect(found.context.users).toMatchObject([{ uuid, email: nurse.email }])
      const linked = await get('/admin/user/listing?search=linked', who)
      expect(linked.context.users).toEqual([])
      const found2 = await post('/admin/user/find', who, { email: nurse.email })
      expect(found2.context).toMatchObject({ user: { uuid } })
    }
    const admin = await get('/admin/user/listing?size=200&search=linked.invalid', here.people.ADMIN)
    expect(admin.context.users).toEqual([])
  })
})

describe('a sign-in', () => {
  it('acts as one account, lands where it was last, and is the same by address and name', async () => {
    const { SUPERVISOR: nurse } = here.people
    const account = await addAccount(harness, nurse, { companyId: there.company.id, role: 'MONITOR' })
    const moved = await switchTo(nurse, account.uuid)
    expect(moved).toMatchObject({ status: 200, context: { user: { uuid: account.uuid, role: 'MONITOR' } } })
    expect((await get('/auth/validateToken', nurse)).status).toBe(401)
    for (const name of [nurse.email, nurse.userName])
      expect((await login(name)).context.user).toMatchObject({ uuid: account.uuid, email: nurse.email })
    const back = await switchTo(moved.context, nurse.uuid)
    expect(back.context.user).toMatchObject({ uuid: nurse.uuid, userName: nurse.userName })
    expect((await login(nurse.email)).context.user).toMatchObject({ uuid: nurse.uuid })
    // What stands in the row of the other account opens nothing.
    const row = await rowOf(account)
    for (const name of [row?.email ?? '', row?.userName ?? '']) expect((await login(name)).status).toBe(401)
  })

  it('by the name of an account that is closed leads to those that are open, and to none where none is', async () => {
    const { SUPERVISOR: nurse } = here.people
    const account = await addAccount(harness, nurse, { companyId: there.company.id, role: 'MONITOR' })
    const close = (who: { id: number }, isOpen = false) =>
      harness.db.update(users).set({ isActive: isOpen }).where(eq(users.id, who.id))
    await close(nurse)
    expect((await login(nurse.userName)).context.user).toMatchObject({ uuid: account.uuid })
    await close(account)
    expect((await login(nurse.userName)).status).toBe(401)
    await close(account, true)
    // Of one that is gone the name is free for anybody.
    await harness.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, nurse.id))
    expect((await login(nurse.userName)).status).toBe(401)
    expect((await login(nurse.email)).context.user).toMatchObject({ uuid: account.uuid })
  })

  it('ends nothing else, and each company hears of its own alone', async () => {
    const { SUPERVISOR: nurse } = here.people
    const account = await addAccount(harness, nurse, { companyId: there.company.id, role: 'MONITOR' })
    const elsewhere = await harness.signIn(nurse)
    const { token } = (await switchTo(nurse, account.uuid)).context
    expect((await get('/auth/validateToken', { token: elsewhere })).status).toBe(200)
    expect((await get('/auth/sessions', { token })).context.sessions.length).toBeGreaterThanOrEqual(2)
    const traces = await harness.db.select().from(auditLog).where(eq(auditLog.entity, 'session'))
    const of = (id: number) =>
      traces.filter(({ userId }) => userId === id).map(({ action, companyId }) => [action, companyId])
    expect(of(nurse.id)).toContainEqual(['signedOut', here.company.id])
    expect(new Set(of(account.id).map(String))).toEqual(new Set([`signedIn,${there.company.id}`]))
  })

  it.each([
    ['somebody else’s', async () => there.people.SUPERVISOR.uuid],
    [
      'one that was deactivated meanwhile',
      async (nurse: { id: number }) =>
        (await addAccount(harness, nurse, { companyId: there.company.id, role: 'MONITOR', isActive: false }))
          .uuid,
    ],
    [
      'what it signs in by',
      async (nurse: { id: number; uuid: string }) => {
        await addAccount(harness, nurse, { companyId: there.company.id, role: 'MONITOR' })
        const row = await rowOf(nurse)
        const [identity] = await harness.db
          .select()
          .from(users)
          .where(eq(users.id, row?.identityId ?? 0))
        return identity?.uuid ?? ''
      },
    ],
    ['nobody’s', async () => crypto.randomUUID()],
  ] as const)('does not go on as %s', async (_, uuidOf) => {
    const { SUPERVISOR: nurse } = here.people
    expect((await switchTo(nurse, await uuidOf(nurse))).status).toBe(404)
    expect((await get('/auth/validateToken', nurse)).context.user.uuid).toBe(nurse.uuid)
  })

  it('goes one way of two that are asked for at once', async () => {
    const { SUPERVISOR: nurse } = here.people
    const third = await createCompanyFixture(harness)
    const one = await addAccount(harness, nurse, { companyId: there.company.id, role: 'MONITOR' })
    const two = await addAccount(harness, nurse, { companyId: third.company.id, role: 'MONITOR' })
    const answers = await Promise.all([switchTo(nurse, one.uuid), switchTo(nurse, two.uuid)])
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    expect(await harness.db.$count(sessions, eq(sessions.uuid, nurse.session))).toBe(0)
    expect((await get('/auth/validateToken', done[0]?.context)).status).toBe(200)
  })

  it('comes to a company that ended its sign-ins only anew', async () => {
    const { SUPERVISOR: nurse } = here.people
    const account = await addAccount(harness, nurse, { companyId: there.company.id, role: 'MONITOR' })
    const ended = await harness.call('POST', `/admin/user/endSessions/${account.uuid}`, {
      token: there.people.MANAGER.token,
    })
    expect(ended.status).toBe(200)
    expect((await get('/auth/validateToken', account)).status).toBe(401)
    expect((await get('/auth/validateToken', nurse)).status).toBe(200)
    expect(await switchTo(nurse, account.uuid)).toMatchObject({
      status: 409,
      context: { reason: 'signInAgain' },
    })
    const { token } = (await login(nurse.email)).context
    expect((await switchTo({ token }, account.uuid)).status).toBe(200)
  })

  it('reads at each company what is there, and nothing of the other', async () => {
    const { OWNER: dana } = here.people
    const account = await addAccount(harness, dana, { companyId: there.company.id, role: 'OWNER' })
    await harness.db.update(devices).set({ ownerId: account.id }).where(eq(devices.id, there.device.id))
    const reads = async (who: Signed) =>
      (await Promise.all([here, there].map(({ device }) => get(`/devices/detail/${device.uuid}`, who)))).map(
        ({ status }) => status,
      )
    expect(await reads(dana)).toEqual([200, 404])
    const { token } = (await switchTo(dana, account.uuid)).context
    expect(await reads({ token })).toEqual([404, 200])
  })
})

describe('an open screen', () => {
  /** What a change of rights may take. */
  const SOON = { timeout: 15_000, interval: 100 }
  const closedWith = async ({ closed }: Screen): Promise<number> => {
    await until('the socket is closed', () => closed.code !== 0)
    return closed.code
  }
  /** Every alarm there is, as the engine publishes it. */
  async function publishAll(): Promise<void> {
    const { token } = here.people.ADMIN
    const { context } = await harness.call('GET', '/notification/all/after/0', { token })
    for (const notification of notificationsAfter.reply.decode(context).notifications) {
      const isHere = notification.deviceUuid === here.device.uuid
      const { company } = isHere ? here : there
      await publish(harness, liveTopic.alarm(company.uuid), {
        type: 'notification',
        change: 'opened',
        notification,
      })
    }
  }
  const devicesOf = ({ received }: Screen) =>
    new Set(
      received.flatMap((message) =>
        message.type === 'notification' ? [Object(message['notification']).deviceUuid] : [],
      ),
    )

  it('hears of each company while it acts there, and of the former nothing from the switch on', async () => {
    await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
    const { OWNER: dana } = here.people
    const account = await addAccount(harness, dana, { companyId: there.company.id, role: 'OWNER' })
    await harness.db.update(devices).set({ ownerId: account.id }).where(eq(devices.id, there.device.id))
    for (const fixture of [here, there]) await raiseAlarm(harness, fixture)
    const before = await look(harness, dana.token)
    await expect
      .poll(async () => {
        await publishAll()
        await settled(before)
        return [...devicesOf(before)]
      }, SOON)
      .toEqual([here.device.uuid])
    const { token } = (await switchTo(dana, account.uuid)).context
    const notified = () => before.received.filter(({ type }) => type === 'notification').length
    const count = notified()
    // At once, and not only when the rights of open sockets are looked at again.
    await publishAll()
    const after = await look(harness, token)
    await expect
      .poll(async () => {
        await publishAll()
        await settled(after)
        return [...devicesOf(after)]
      }, SOON)
      .toEqual([there.device.uuid])
    expect(await closedWith(before)).toBe(4401)
    expect(notified()).toBe(count)
    after.socket.close()
    // The token of before opens none.
    const late = await openScreen(harness)
    late.send({ type: 'authorize', token: dana.token })
    expect(await late.untilReceived('refused')).toMatchObject({ reason: 'token' })
  })
})
