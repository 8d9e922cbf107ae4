import { createDevice } from '@carewatch/migrations/factories'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { wearerRelations } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { acceptInvitation, type Made } from '../testing/invitations.ts'

let harness: Harness
let asking: CompanyFixture
let elsewhere: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  asking = await createCompanyFixture(harness)
  elsewhere = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Person = Awaited<ReturnType<Harness['person']>>
const rowOf = async ({ id }: Person) => (await harness.db.select().from(users).where(eq(users.id, id)))[0]
const ownerOf = async ({ id }: { id: number }) =>
  (await harness.db.select().from(devices).where(eq(devices.id, id)))[0]?.ownerId
const post = (path: string, body: object) =>
  harness.call('POST', path, { token: asking.people.MANAGER.token, body })

const askOwner = async ({ email }: { email: string }): Promise<Made> => {
  const body = { deviceUUID: asking.device.uuid, owner: email }
  return (await post('/devices/changeOwner', body)).context.invitation
}
const askCustomer = async ({ email }: Person): Promise<Made> => {
  const person = { firstName: 'Dana', userName: crypto.randomUUID(), contactNumber: '0501234567' }
  const body = { ...person, email, sendPassword: true, role: 'OWNER', userType: 'WATCH' }
  return (await post('/admin/user/new', body)).context.invitation
}

/** What somebody whose account is of no company has in another house. */
const ties: [string, (person: Person) => Promise<unknown>][] = [
  [
    'owns a watch of another company',
    ({ id }) => harness.db.update(devices).set({ ownerId: id }).where(eq(devices.id, elsewhere.device.id)),
  ],
  ['owns a watch of no company', ({ id }) => createDevice(harness.db, { ownerId: id })],
  [
    'is responsible for a person there, who wears no watch at present',
    ({ id: userId }) =>
      harness.db.insert(wearerRelations).values({ wearerId: elsewhere.wearer.id, userId, kind: 'OWNER' }),
  ],
  [
    'follows a watch there',
    ({ id: userId }) =>
      harness.db.insert(relatives).values({ deviceId: elsewhere.device.id, userId, name: 'Dana' }),
  ],
  [
    'is of a branch there',
    ({ id }) => harness.db.update(users).set({ branchId: elsewhere.branch.id }).where(eq(users.id, id)),
  ],
]

describe.each(ties)('whoever %s', (_, tie) => {
  it('gets the watch that they say yes to, and stays whose they are', async () => {
    const dana = await harness.person('OWNER')
    await tie(dana)
    const before = await rowOf(dana)
    const answer = await acceptInvitation(harness, dana.token, await askOwner(dana))
    expect(answer.status).toBe(200)
    // Where their account is another house's, by one more of theirs.
    const isBound = before?.branchId !== null
    expect((await ownerOf(asking.device)) === dana.id).toBe(!isBound)
    expect(answer.context.accountUuid === dana.uuid).toBe(!isBound)
    const { companyId, branchId, supervisorId } = before ?? {}
    expect(await rowOf(dana)).toMatchObject({ companyId, branchId, supervisorId })
    // Who has their account may end it, and everything elsewhere with it.
    expect((await post(`/admin/user/erase/${dana.uuid}`, {})).status).toBe(isBound ? 404 : 403)
  })

  it('is taken into another house as its customer by one more account, and is there nothing of what they are here', async () => {
    const dana = await harness.person('OWNER')
    await tie(dana)
    const before = await rowOf(dana)
    const { status, context } = await acceptInvitation(harness, dana.token, await askCustomer(dana))
    expect(status).toBe(200)
    expect(await rowOf(dana)).toMatchObject({ companyId: null, branchId: before?.branchId ?? null })
    const [made] = await harness.db.select().from(users).where(eq(users.uuid, context.accountUuid))
    expect(made).toMatchObject({ companyId: asking.company.id, branchId: null, role: 'OWNER' })
    expect(made?.id).not.toBe(dana.id)
    // What the house ends is its own: what they have elsewhere stays.
    const erased = await post(`/admin/user/erase/${context.accountUuid}`, {})
    expect(erased.status).toBe(200)
    expect(await rowOf(dana)).toMatchObject({ deletedAt: null, isActive: true })
  })
})

it('whoever has nothing anywhere else comes to the house that asked', async () => {
  const [one, two] = [await harness.person('OWNER'), await harness.person('OWNER')]
  expect((await acceptInvitation(harness, one.token, await askOwner(one))).status).toBe(200)
  expect((await acceptInvitation(harness, two.token, await askCustomer(two))).status).toBe(200)
  for (const person of [one, two]) expect(await rowOf(person)).toMatchObject({ companyId: asking.company.id })
})

it('who looks after somebody sees nothing of whom they become responsible for in another house', async () => {
  const { OWNER, SUPERVISOR } = elsewhere.people
  const { context } = await acceptInvitation(harness, OWNER.token, await askOwner(OWNER))
  const body = { accountUuid: context.accountUuid }
  const switched = await harness.call('POST', '/user/companies/switch', { token: OWNER.token, body })
  const read = async (person: { token: string }) => {
    const paths = [`/devices/detail/${asking.device.uuid}`, `/wearers/detail/${asking.wearer.uuid}`]
    const answers = paths.map((path) => harness.call('GET', path, { token: person.token }))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await read(switched.context)).toEqual([200, 200])
  expect(await read(SUPERVISOR)).toEqual([404, 404])
  const { token } = SUPERVISOR
  const listed = await harness.call('GET', '/devices/all?size=200', { token })
  expect(JSON.stringify(listed)).not.toContain(asking.device.uuid)
})
