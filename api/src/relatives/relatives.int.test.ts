import { relatives } from '@carewatch/migrations/schema/devices'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { acceptInvitation, joinBy } from '../testing/invitations.ts'
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
const post = (path: string, body: object, role: Role = 'OWNER') =>
  harness.call('POST', path, { token: fixture.people[role].token, body })
const list = async (query = '', role: Role = 'OWNER') => {
  const path = `/relation/all/${fixture.device.uuid}?${query}`
  return (await harness.call('GET', path, { token: fixture.people[role].token })).context
}
const address = () => `dan-${crypto.randomUUID()}@carewatch.test`
const dan = (extra: object = {}) => ({
  deviceUUID: fixture.device.uuid,
  name: 'Dan Levi',
  relation: 'son',
  email: address(),
  ...extra,
})
const add = (extra: object = {}, role: Role = 'OWNER') => post('/relation/new', dan(extra), role)

describe('a new relative', () => {
  it('stands in the first free place of the phonebook, with a number in one form', async () => {
    const first = await add({ phone: '050-123 4567', sosPriority: 'HIGH' })
    expect(first.context).toMatchObject({
      account: null,
      relative: { phonebookId: 1, phone: '+972501234567', sosPriority: 'HIGH', userUUID: null },
    })
    expect((await add({ phonebookId: 3 })).context.relative.phonebookId).toBe(3)
    expect((await add()).context.relative.phonebookId).toBe(2)
    expect((await add({ phonebookId: 3 })).context.errors).toEqual({ phonebookId: 'is already taken' })
    expect((await list('size=2')).total).toBe(4)
    const names = (await list('search=levi&sort=-phonebookId')).relatives
    expect(names.map(({ phonebookId }: { phonebookId: number }) => phonebookId)).toEqual([3, 2, 1])
  })

  it('is one of ten, however many press at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => add()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ context }) => context.reason === 'phonebookFull')).toHaveLength(2)
    const rows = await harness.db.select().from(relatives).where(eq(relatives.deviceId, fixture.device.id))
    expect(new Set(rows.flatMap(({ phonebookId }) => phonebookId ?? [])).size).toBe(10)
  })

  it('needs a name, a relation and an e-mail address, in these words', async () => {
    const body = { deviceUUID: fixture.device.uuid }
    for (const path of ['/relation/new', '/devices/addRelative'])
      expect((await post(path, body)).context.errors).toEqual({
        name: 'Name is Required',
        relation: 'Relation is Required',
        email: 'Email is Required',
      })
    expect((await add({ relation: 'cousin', email: 'x', phone: '12' })).context.errors).toEqual({
      relation: 'is not valid',
      email: 'is not a valid e-mail address',
    })
    expect((await add({ phone: '12' })).context.errors).toEqual({ phone: 'is not a valid phone number' })
  })

  it('makes an account, says yes, sees the watch, and leaves traces without names', async () => {
    const email = address()
    const { context } = await add({ createUserInPortal: true, email })
    expect(context).toMatchObject({ account: null, relative: { status: 'INVITED', userUUID: null } })
    const { token, answer, uuid } = await joinBy(harness, email, context.invitation)
    expect(answer.context.invitation).toMatchObject({
      status: 'ACCEPTED',
      views: ['VITALS', 'LOCATION', 'ALARMS'],
    })
    const seen = await harness.call('GET', `/devices/detail/${fixture.device.uuid}`, { token })
    expect(seen.status).toBe(200)
    const [user] = await harness.db.select().from(users).where(eq(users.uuid, uuid))
    expect(user).toMatchObject({ companyId: null, role: 'RELATIVE' })
    const { relatives: kin } = await list('search=levi')
    expect(kin).toMatchObject([{ status: 'JOINED', userUUID: uuid }])
    const [trace] = await harness.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityUuid, context.relative.uuid))
    expect(JSON.stringify(trace)).not.toMatch(/Dan|Levi|carewatch.test/)
  })

  it('is the account they have, once it said yes, which a plain user grows into', async () => {
    const plain = await harness.person('USER')
    const { context } = await add({ createUserInPortal: true, email: plain.email.toUpperCase() })
    const detail = () => harness.call('GET', `/devices/detail/${fixture.device.uuid}`, { token: plain.token })
    expect((await detail()).status).toBe(403)
    expect((await acceptInvitation(harness, plain.token, context.invitation)).status).toBe(200)
    expect((await detail()).status).toBe(200)
    const again = (await add({ createUserInPortal: true, email: plain.email })).context.invitation
    expect(await acceptInvitation(harness, plain.token, again)).toMatchObject({
      status: 409,
      context: { reason: 'alreadyRelative' },
    })
  })

  it('is never an account of the staff, also where it says yes', async () => {
    const { SUPERVISOR } = fixture.people
    const { context } = await add({ createUserInPortal: true, email: SUPERVISOR.email })
    expect(await acceptInvitation(harness, SUPERVISOR.token, context.invitation)).toMatchObject({
      status: 409,
      context: { reason: 'invitationRole' },
    })
  })

  it('is added by uuid, user name or e-mail address where the viewer sees them', async () => {
    const { RELATIVE, USER, SUPERVISOR } = fixture.people
    const known = (relative: string, role: Role = 'MANAGER') =>
      post('/devices/addRelative', { deviceUUID: fixture.device.uuid, relative, relation: 'sister' }, role)
    expect((await known(USER.userName)).context.relative).toMatchObject({
      userUUID: USER.uuid,
      relation: 'sister',
    })
    expect((await known(RELATIVE.uuid)).context).toEqual({ reason: 'alreadyRelative' })
    expect((await known(SUPERVISOR.email)).context.errors).toEqual({ relative: 'is not valid' })
    expect((await known('nobody')).context.errors).toEqual({ relative: 'is not known' })
    const stranger = (await createCompanyFixture(harness)).people.RELATIVE
    expect((await known(stranger.uuid)).context.errors).toEqual({ relative: 'is not known' })
    expect((await known(stranger.email)).context.relative).toMatchObject({
      name: stranger.email,
      status: 'INVITED',
      userUUID: null,
      phone: null,
    })
  })

  it('is not for relatives and monitors to add, and another house finds no device', async () => {
    for (const role of ['RELATIVE', 'MONITOR', 'USER'] as const)
      expect((await add({}, role)).status).toBe(403)
    const { token } = (await createCompanyFixture(harness)).people.OWNER
    expect((await harness.call('POST', '/relation/new', { token, body: dan() })).status).toBe(404)
  })
})

describe('a relative', () => {
  const change = (uuid: string, body: object, role: Role = 'OWNER') =>
    post(`/relation/update/${uuid}`, body, role)

  it('is changed field by field; the location can be taken from them', async () => {
    const { relative } = (await add()).context
    const { context } = await change(relative.uuid, {
      relation: 'brother',
      maySeeLocation: false,
      phone: null,
    })
    expect(context.relative).toMatchObject({ name: 'Dan Levi', relation: 'brother', maySeeLocation: false })
    const stale = await change(relative.uuid, { name: 'x', updatedAt: relative.updatedAt })
    expect(stale.status).toBe(409)
    const { token } = (await createCompanyFixture(harness)).people.MANAGER
    const path = `/relation/update/${relative.uuid}`
    expect((await harness.call('POST', path, { token, body: { name: 'x' } })).status).toBe(404)
  })

  it('gets an account later, and loses sight when it is taken away', async () => {
    const { relative } = (await add()).context
    const { context } = await change(relative.uuid, { createUserInPortal: true })
    const { uuid } = await joinBy(harness, relative.email, context.invitation)
    expect((await list('search=levi')).relatives[0].userUUID).toBe(uuid)
    const without = await change(relative.uuid, { createUserInPortal: false })
    expect(without.context.relative.userUUID).toBeNull()
  })

  it('is taken away by the relation or by the account, and sees nothing any more', async () => {
    const { RELATIVE } = fixture.people
    const body = { deviceUUID: fixture.device.uuid, relativeUuid: RELATIVE.uuid }
    expect((await post('/devices/deleteRelative', body)).status).toBe(200)
    expect((await post('/devices/deleteRelative', body)).status).toBe(404)
    const path = `/devices/detail/${fixture.device.uuid}`
    expect((await harness.call('GET', path, { token: RELATIVE.token })).status).toBe(404)
    const { relative } = (await add()).context
    const remove = () =>
      harness.call('DELETE', `/relation/delete/${relative.uuid}`, { token: fixture.people.SUPERVISOR.token })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    const another = (await add()).context.relative
    const { token } = fixture.people.OWNER
    const named = { token, body: { uuid: another.uuid } }
    expect((await harness.call('DELETE', '/relation/delete', named)).status).toBe(200)
    expect((await harness.call('POST', '/relation/delete', named)).status).toBe(404)
  })
})
