import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAccount } from '../testing/accounts.ts'
import { type CompanyFixture, createCompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { look } from '../testing/screen.ts'

let harness: Harness
let here: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  here = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
})

const isIn = async ({ token }: { token: string }) =>
  (await harness.call('GET', '/auth/validateToken', { token })).status === 200
const login = ({ email }: { email: string }) =>
  harness.call('POST', '/auth/login', { body: { email, password: TEST_PASSWORD } })
const change = (kind: 'company' | 'branch', isActive: boolean) =>
  harness.call('POST', `/${kind}/statusChange`, {
    token: here.people.ADMIN.token,
    body: { uuid: here[kind].uuid, isActive },
  })

describe('a company that is inactive', () => {
  it('lets nobody of it in, and everybody else', async () => {
    expect((await change('company', false)).status).toBe(200)
    const { ADMIN, RELATIVE, ...own } = here.people
    for (const [role, person] of Object.entries(own))
      expect([role, await isIn(person)]).toEqual([role, false])
    // Of no company, and of another.
    for (const person of [ADMIN, RELATIVE, ...Object.values(other.people)])
      expect(await isIn(person)).toBe(true)
    expect((await login(own.MANAGER)).status).toBe(401)
    expect((await login(RELATIVE)).status).toBe(200)
  })

  it('ends what is signed in to for good, and lets them in anew', async () => {
    const { MANAGER } = here.people
    await change('company', false)
    await change('company', true)
    expect(await isIn(MANAGER)).toBe(false)
    expect((await login(MANAGER)).status).toBe(200)
  })

  it('closes open screens', async () => {
    await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
    const screen = await look(harness, here.people.SUPERVISOR.token)
    await change('company', false)
    await until('the socket is closed', () => screen.closed.code !== 0)
    expect(screen.closed.code).toBe(4401)
  })

  it('lets whoever works elsewhere too go on there', async () => {
    const { SUPERVISOR: nora } = here.people
    const account = await addAccount(harness, nora, { role: 'MONITOR', companyId: other.company.id })
    await change('company', false)
    expect([await isIn(nora), await isIn(account)]).toEqual([false, true])
    expect((await login(nora)).context.user).toMatchObject({ uuid: account.uuid })
    const body = { accountUuid: nora.uuid }
    expect(
      (await harness.call('POST', '/user/companies/switch', { token: account.token, body })).status,
    ).toBe(404)
  })
})

it('a branch that is inactive lets nobody of it in, and the rest of the company', async () => {
  await change('branch', false)
  const { SUPERVISOR, MONITOR, BRANCH_MONITOR, MANAGER, OWNER, COMPANY_MONITOR } = here.people
  for (const person of [SUPERVISOR, MONITOR, BRANCH_MONITOR]) expect(await isIn(person)).toBe(false)
  for (const person of [MANAGER, OWNER, COMPANY_MONITOR]) expect(await isIn(person)).toBe(true)
  expect((await login(SUPERVISOR)).status).toBe(401)
  await change('branch', true)
  expect((await login(SUPERVISOR)).status).toBe(200)
})
