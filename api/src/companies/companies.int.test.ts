import { branchNurses, companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const staff = ['MANAGER', 'SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'] as const

it.each(staff)('shows a %s their own company and branch only', async (role) => {
  const { token } = fixture.people[role]
  const { context: seen } = await harness.call('GET', '/company/all', { token })
  expect(seen).toMatchObject({ total: 1, companies: [{ uuid: fixture.company.uuid }] })
  const { context } = await harness.call('GET', '/branch/all', { token })
  expect(context).toMatchObject({ total: 1, branches: [{ uuid: fixture.branch.uuid }] })
})

it('shows an administrator every company, with its manager, and every branch, with its nurses', async () => {
  const { ADMIN, MANAGER, SUPERVISOR } = fixture.people
  await harness.db
    .update(companies)
    .set({ managerId: MANAGER.id })
    .where(eq(companies.id, fixture.company.id))
  await harness.db.insert(branchNurses).values({ branchId: fixture.branch.id, userId: SUPERVISOR.id })
  const { token } = ADMIN
  const { context } = await harness.call('GET', '/company/all', { token })
  expect(context.total).toBeGreaterThanOrEqual(2)
  const search = await harness.call('GET', `/company/all?search=${fixture.company.code}`, { token })
  expect(search.context.companies).toMatchObject([{ manager: { uuid: MANAGER.uuid } }])
  const branches = await harness.call('GET', `/branch/all?search=${fixture.branch.code}`, { token })
  expect(branches.context.branches).toMatchObject([{ nurses: [{ name: 'Nora Nurse' }] }])
})
