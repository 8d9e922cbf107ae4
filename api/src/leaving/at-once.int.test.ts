import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { sessions, users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAccount } from '../testing/accounts.ts'
import { type CompanyFixture, createCompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import type { Made } from '../testing/invitations.ts'

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
  const place = { companyId: there.company.id, branchId: there.branch.id }
  account = await addAccount(harness, nora, { role: 'SUPERVISOR', ...place })
})

type Signed = { token: string }
type Db = Harness['db']
const post = (path: string, { token }: Signed, body: object = {}) =>
  harness.call('POST', path, { token, body })
const leave = (who: Signed) => post('/user/companies/leave', who, { password: TEST_PASSWORD })
const remove = (uuid: string, { token }: Signed) => harness.call('DELETE', `/admin/user/${uuid}`, { token })
const switchTo = (who: Signed, accountUuid: string) => post('/user/companies/switch', who, { accountUuid })
const login = (email: string) =>
  harness.call('POST', '/auth/login', { body: { email, password: TEST_PASSWORD } })
const isIn = async ({ token }: Signed) =>
  (await harness.call('GET', '/auth/validateToken', { token })).status === 200

const WAITING = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const untilWaiting = (count: number) =>
  until(`${count} wait`, async () => (await harness.db.execute(WAITING)).rows.length >= count)

/** What is asked while somebody else has a row in their hands: one after the other it comes to wait, and goes on when that is done. */
async function whileHeld<Answer>(
  held: (tx: Db) => Promise<unknown>,
  asks: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  await harness.db.transaction(async (tx) => {
    await held(tx)
    for (const ask of asks) {
      answers.push(ask())
      await untilWaiting(answers.length)
    }
  })
  return Promise.all(answers)
}
const hold = (id: number) => (tx: Db) => tx.select().from(users).where(eq(users.id, id)).for('update')
const holdSession = (uuid: string) => (tx: Db) =>
  tx.select().from(sessions).where(eq(sessions.uuid, uuid)).for('update')
const identityId = async () =>
  (await harness.db.select().from(users).where(eq(users.id, nora.id)))[0]?.identityId ?? 0
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

describe('two at the same moment', () => {
  it('who leave by the same account: one is done', async () => {
    const { context } = await login(nora.email)
    const second =
      context.user.uuid === account.uuid ? context : (await switchTo(context, account.uuid)).context
    const answers = await whileHeld(hold(account.id), [() => leave(account), () => leave(second)])
    expect(statuses(answers)).toEqual([200, 409])
  })

  it('who leave by the one account and the other: somebody is left', async () => {
    const answers = await whileHeld(hold(await identityId()), [() => leave(account), () => leave(nora)])
    expect(statuses(answers)).toEqual([200, 409])
    const left = answers.find(({ status }) => status === 200)
    expect(await isIn(left?.context)).toBe(true)
  })

  it('who leave and are let go: one is done', async () => {
    const { MANAGER } = there.people
    const answers = await whileHeld(hold(account.id), [
      () => leave(account),
      () => remove(account.uuid, MANAGER),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
  })

  it('who let the same account go: one is done', async () => {
    const { MANAGER } = there.people
    const asks = [() => remove(account.uuid, MANAGER), () => remove(account.uuid, MANAGER)]
    expect(statuses(await whileHeld(hold(account.id), asks))).toEqual([200, 409])
  })

  it('who say yes to two houses have an account at each, and one sign-in', async () => {
    const third = await createCompanyFixture(harness)
    const { OWNER: dana } = here.people
    const ask = async ({ people, device }: CompanyFixture): Promise<Made> => {
      const kin = { deviceUUID: device.uuid, name: 'Dan Levi', relation: 'son', email: dana.email }
      const answer = await post('/relation/new', people.OWNER, { ...kin, createUserInPortal: true })
      return answer.context.invitation
    }
    const made = [await ask(there), await ask(third)]
    for (const { link } of made) await post('/invitations/claim', dana, { token: link?.split('#')[1] ?? '' })
    const asks = made.map(
      ({ uuid }) =>
        () =>
          post('/invitations/accept', dana, { uuid }),
    )
    expect(statuses(await whileHeld(hold(dana.id), asks))).toEqual([200, 200])
    const { context } = await harness.call('GET', '/user/companies', { token: dana.token })
    expect(context.companies).toHaveLength(3)
  })

  it('a yes and a company that lets them go do not wait for each other', async () => {
    const { OWNER } = there.people
    const kin = { deviceUUID: there.device.uuid, name: 'Nora', relation: 'son', email: nora.email }
    const body = { ...kin, createUserInPortal: true }
    const made: Made = (await post('/relation/new', OWNER, body)).context.invitation
    await post('/invitations/claim', account, { token: made.link?.split('#')[1] ?? '' })
    const answers = await whileHeld(hold(await identityId()), [
      () => remove(account.uuid, there.people.MANAGER),
      () => post('/invitations/accept', account, { uuid: made.uuid }),
    ])
    expect(answers[0]?.status).toBe(200)
    expect([401, 409]).toContain(answers[1]?.status)
  })

  it('nobody is moved to a company where they have an account already', async () => {
    const { ADMIN } = here.people
    const body = { companyId: here.company.uuid, branchId: here.branch.uuid }
    expect(await post(`/admin/user/update/${account.uuid}`, ADMIN, body)).toMatchObject({
      status: 409,
      context: { reason: 'accountThere' },
    })
  })
})

describe('a sign-in', () => {
  const isOpenAs = ({ id }: { id: number }) =>
    harness.db.$count(sessions, and(eq(sessions.userId, id), isNull(sessions.endedAt)))

  it.each([
    ['lets them in no longer', { isActive: false }],
    ['lets them go', { isActive: false, deletedAt: new Date() }],
  ])('goes on as no account whose company %s at the moment', async (_, columns) => {
    const before = await isOpenAs(account)
    const [answer] = await whileHeld(
      (tx) => tx.update(users).set(columns).where(eq(users.id, account.id)),
      [() => switchTo(nora, account.uuid)],
    )
    expect(answer?.status).toBe(404)
    expect(await isIn(nora)).toBe(true)
    expect(await isOpenAs(account)).toBe(before)
  })

  it('begins as no account that is closed at the moment', async () => {
    const { OWNER } = here.people
    const before = await isOpenAs(OWNER)
    const [answer] = await whileHeld(
      (tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, OWNER.id)),
      [() => login(OWNER.email)],
    )
    expect(answer?.status).toBe(401)
    expect(await isOpenAs(OWNER)).toBe(before)
  })

  it('that goes on as an account whose company ends its sign-ins at the moment is ended with them', async () => {
    // That the session was seen is written by now, and waits for nothing below.
    expect(await isIn(nora)).toBe(true)
    const [moved, ended] = await whileHeld(holdSession(nora.session), [
      () => switchTo(nora, account.uuid),
      () => post(`/admin/user/endSessions/${account.uuid}`, there.people.MANAGER),
    ])
    expect([moved?.status, ended?.status]).toEqual([200, 200])
    expect(await isIn(moved?.context)).toBe(false)
  })
})
