import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAccount } from '../testing/accounts.ts'
import { type CompanyFixture, createCompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { look } from '../testing/screen.ts'
import { type Mailbox, startMailbox } from '@carewatch/simulator/providers/mailbox'

let mailbox: Mailbox
let harness: Harness
let here: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  mailbox = await startMailbox()
  harness = await startHarness({ SMTP_URL: mailbox.url })
})
afterAll(async () => {
  await harness.close()
  await mailbox.close()
})
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

describe('its devices', () => {
  const DAY_MS = 86_400_000
  const update = (role: 'ADMIN' | 'MANAGER', body: object) =>
    harness.call('POST', `/company/update/${here.company.uuid}`, { token: here.people[role].token, body })
  const daysUntil = (moment: string) => Math.round((Date.parse(moment) - Date.now()) / DAY_MS)

  it('are heard so long as an administrator says, and no manager', async () => {
    expect((await update('MANAGER', { graceDays: 300 })).status).toBe(403)
    expect((await update('MANAGER', { name: 'Another' })).context.company).toMatchObject({ graceDays: 14 })
    for (const graceDays of [-1, 366, 1.5]) expect((await update('ADMIN', { graceDays })).status).toBe(400)
    expect((await update('ADMIN', { graceDays: 30 })).context.company).toMatchObject({
      graceDays: 30,
      heardUntil: null,
    })
    const { context } = await change('company', false)
    expect(daysUntil(context.company.heardUntil)).toBe(30)
    const { token } = here.people.ADMIN
    const branch = await harness.call('GET', `/branch/details/${here.branch.uuid}`, { token })
    expect(branch.context.branch.heardUntil).toBe(context.company.heardUntil)
    expect((await change('company', true)).context.company).toMatchObject({ heardUntil: null })
  })

  it.each(['company', 'branch'] as const)('of a %s: its manager hears by letter until when', async (kind) => {
    await change(kind, false)
    const { email } = here.people.MANAGER
    const letter = await mailbox.letterTo(email)
    expect(letter.text).toContain(here[kind].name)
    const until = new Date(Date.now() + 14 * DAY_MS)
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' })
    expect(letter.text).toContain(day.format(until))
    // Once, however often it is said: the next letter is of the next time.
    for (const [graceDays, isActive] of [
      [20, false],
      [20, true],
      [30, false],
    ] as const) {
      await update('ADMIN', { graceDays })
      await change(kind, isActive)
    }
    const next = await mailbox.letterTo(email, 2)
    expect(next.text).toContain(day.format(new Date(Date.now() + 30 * DAY_MS)))
  })
})
