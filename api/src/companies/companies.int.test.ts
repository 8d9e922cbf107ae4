import { branchNurses, companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHouse, type House } from '../testing/house.ts'
import { startStand, type Stand } from '../testing/stand.ts'

let stand: Stand
let house: House
beforeAll(async () => {
  stand = await startStand()
  house = await createHouse(stand)
  await createHouse(stand)
})
afterAll(() => stand.close())

const staff = ['MANAGER', 'SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'] as const

it.each(staff)('shows a %s their own company and branch only', async (role) => {
  const { token } = house.people[role]
  const { context: seen } = await stand.call('GET', '/company/all', { token })
  expect(seen).toMatchObject({ total: 1, companies: [{ uuid: house.company.uuid }] })
  const { context } = await stand.call('GET', '/branch/all', { token })
  expect(context).toMatchObject({ total: 1, branches: [{ uuid: house.branch.uuid }] })
})

it('shows an administrator every company, with its manager, and every branch, with its nurses', async () => {
  const { ADMIN, MANAGER, SUPERVISOR } = house.people
  await stand.db.update(companies).set({ managerId: MANAGER.id }).where(eq(companies.id, house.company.id))
  await stand.db.insert(branchNurses).values({ branchId: house.branch.id, userId: SUPERVISOR.id })
  const { token } = ADMIN
  const { context } = await stand.call('GET', '/company/all', { token })
  expect(context.total).toBeGreaterThanOrEqual(2)
  const search = await stand.call('GET', `/company/all?search=${house.company.code}`, { token })
  expect(search.context.companies).toMatchObject([{ manager: { uuid: MANAGER.uuid } }])
  const branches = await stand.call('GET', `/branch/all?search=${house.branch.code}`, { token })
  expect(branches.context.branches).toMatchObject([{ nurses: [{ name: 'Nora Nurse' }] }])
})
