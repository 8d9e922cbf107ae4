import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import { assignments, wearerRelations } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'
import { addInvitation, type Made } from '../testing/invitations.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Person = { token: string }
const post = (path: string, { token }: Person, body: object = {}) =>
  harness.call('POST', path, { token, body })
const get = (path: string, { token }: Person) => harness.call('GET', path, { token })
const askOwner = async (owner: string): Promise<Made> => {
  const body = { deviceUUID: fixture.device.uuid, owner }
  return (await post('/devices/changeOwner', fixture.people.MANAGER, body)).context.invitation
}
const ownerOf = async (id: number) =>
  (await harness.db.select({ ownerId: devices.ownerId }).from(devices).where(eq(devices.id, id)))[0]?.ownerId
const startWearing = ({ id: deviceId }: { id: number }, wearerId: number) =>
  harness.db.insert(assignments).values({ deviceId, wearerId, startedAt: new Date('2000-01-01Z') })
const tokenOf = ({ link }: Made) => link?.split('#')[1]

it('whoever opened the link and said no stays unnamed in the log of the house that asked', async () => {
  const { OWNER } = other.people
  const made = await askOwner(OWNER.email)
  await post('/invitations/claim', OWNER, { token: tokenOf(made) })
  await post('/invitations/refuse', OWNER, { uuid: made.uuid })
  const trail = await get(`/audit?entityUuid=${made.uuid}`, fixture.people.MANAGER)
  expect(trail.context.traces).toMatchObject([{ action: 'created' }])
  expect(JSON.stringify(trail)).not.toContain(OWNER.uuid)
  const own = await get(`/audit?entityUuid=${made.uuid}`, other.people.MANAGER)
  expect(own.context.traces).toMatchObject([{ action: 'rejected' }, { action: 'viewed' }])
})

it('an address is whose e-mail it is: who takes it for a user name is given nothing', async () => {
  const wanted = `ruth-${crypto.randomUUID()}@carewatch.test`
  const { company, device, people } = fixture
  const squatter = await harness.person('OWNER', { companyId: company.id, userName: wanted })
  const made = await askOwner(wanted)
  expect(made).toMatchObject({ uuid: expect.any(String) })
  expect(await ownerOf(device.id)).toBe(people.OWNER.id)
  await post('/devices/addRelative', people.MANAGER, { deviceUUID: device.uuid, relative: wanted })
  expect(await harness.db.$count(relatives, eq(relatives.userId, squatter.id))).toBe(0)
})

/** What a call and somebody else do at once: the call waits for what is held, and goes on when all of that was done. */
async function meanwhile<Answer>(
  held: (tx: Harness['db']) => Promise<unknown>,
  done: (tx: Harness['db']) => Promise<unknown>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let answer: Promise<Answer> | undefined
  await harness.db.transaction(async (tx) => {
    await held(tx)
    answer = ask()
    await until('it waits', async () => (await harness.db.execute(waiting)).rows.length > 0)
    await done(tx)
  })
  if (!answer) throw new Error('Nothing was asked.')
  return answer
}

it('a relative who is taken away while they say yes follows nobody', async () => {
  const { people, wearer } = fixture
  const { id: userId } = other.people.RELATIVE
  const asked = await addInvitation(harness, fixture, { userId, wearerId: wearer.id })
  const [relative] = await harness.db
    .select()
    .from(relatives)
    .where(eq(relatives.id, asked.relativeId ?? 0))
  const isIt = eq(invitations.id, asked.id)
  const values = { wearerId: wearer.id, userId, kind: 'RELATIVE' as const }
  await startWearing(asked.device, wearer.id)
  const answer = await meanwhile(
    (tx) => tx.select().from(invitations).where(isIt).for('update'),
    async (tx) => {
      await tx
        .update(relatives)
        .set({ userId })
        .where(eq(relatives.id, asked.relativeId ?? 0))
      await tx.insert(wearerRelations).values(values)
      await tx.update(invitations).set({ status: 'ACCEPTED' }).where(isIt)
    },
    () => post('/relation/delete', people.OWNER, { uuid: relative?.uuid }),
  )
  expect(answer.status).toBe(200)
  const follows = and(eq(wearerRelations.userId, userId), isNull(wearerRelations.until))
  expect(
    await harness.db.$count(wearerRelations, and(follows, eq(wearerRelations.wearerId, wearer.id))),
  ).toBe(0)
})

it.each([
  ['erased', 'POST', '/admin/user/erase/', 200],
  ['deleted', 'DELETE', '/admin/user/', 409],
] as const)(
  'an account that is %s while it becomes an owner owns nothing',
  async (_, method, path, status) => {
    const { device, people, company } = fixture
    const next = await harness.person('OWNER', { companyId: company.id })
    const answer = await meanwhile(
      (tx) => tx.select().from(users).where(eq(users.id, next.id)).for('update'),
      (tx) => tx.update(devices).set({ ownerId: next.id }).where(eq(devices.id, device.id)),
      () => harness.call(method, `${path}${next.uuid}`, { token: people.MANAGER.token }),
    )
    expect(answer.status).toBe(status)
    const [row] = await harness.db.select().from(users).where(eq(users.id, next.id))
    const isGone = row?.deletedAt !== null
    expect((await ownerOf(device.id)) === next.id).toBe(!isGone)
  },
)

it('whoever did not answer in time is asked again', async () => {
  const { people, device } = fixture
  const kin = { deviceUUID: device.uuid, name: 'Dan Levi', relation: 'son', email: 'dan@carewatch.test' }
  const { context } = await post('/relation/new', people.OWNER, { ...kin, createUserInPortal: true })
  const late = { lapsesAt: sql`now() - interval '1 second'` }
  await harness.db.update(invitations).set(late).where(eq(invitations.uuid, context.invitation.uuid))
  const path = `/relation/update/${context.relative.uuid}`
  const again = await post(path, people.OWNER, { createUserInPortal: true })
  expect(again).toMatchObject({ status: 200, context: { relative: { status: 'INVITED' } } })
})

it.each([
  ['of another company', () => ({ companyId: other.company.id, branchId: other.branch.id })],
  ['no staff any more', () => ({ role: 'OWNER' as const, companyId: null, branchId: null })],
] as const)('whoever asked for a house and is %s reads and withdraws it no longer', async (_, becomes) => {
  const { company, branch, device } = fixture
  const place = { companyId: company.id, branchId: branch.id }
  for (const role of ['MANAGER', 'SUPERVISOR'] as const) {
    const nurse = await harness.person(role, place)
    const kin = { deviceUUID: device.uuid, name: 'Dan Levi', relation: 'son', email: 'dan@carewatch.test' }
    const { context } = await post('/relation/new', nurse, { ...kin, createUserInPortal: true })
    const sent = async () => (await get('/invitations/sent', nurse)).context.total
    expect(await sent()).toBeGreaterThan(0)
    await harness.db.update(users).set(becomes()).where(eq(users.id, nurse.id))
    await expect.poll(sent, { timeout: 15_000 }).toBe(0)
    const { uuid } = context.invitation
    expect((await post('/invitations/withdraw', nurse, { uuid })).status).toBe(404)
    expect((await get('/invitations/sent', fixture.people.MANAGER)).context.total).toBeGreaterThan(0)
  }
})
