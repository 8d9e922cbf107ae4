import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  const { db, person } = harness
  const companyId = fixture.company.id
  const lastYear = new Date(Date.now() - 400 * 86_400_000)
  await person('OWNER', { companyId, createdAt: lastYear })
  await person('OWNER', { companyId })
  await createDevice(db, { companyId, isSold: true, soldAt: new Date() })
  await createDevice(db, { companyId, isSold: true, soldAt: lastYear, createdAt: lastYear })
  await createDevice(db, { companyId, createdAt: lastYear, branchId: fixture.branch.id })
  await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const ask = (token: string, query = '') => harness.call('GET', `/sales/dashboard${query}`, { token })

it('counts supervised and private customers, sold and unsold watches, to date and this month', async () => {
  const { context } = await ask(fixture.people.MANAGER.token)
  expect(context.toDate).toEqual({
    customers: { supervised: 1, private: 2 },
    devices: { sold: 2, unsold: 2 },
  })
  expect(context.thisMonth).toEqual({
    customers: { supervised: 1, private: 1 },
    devices: { sold: 1, unsold: 1 },
  })
})

it('draws this month day by day in the zone of whoever looks, and twelve months', async () => {
  const zone = 'Pacific/Kiritimati'
  const manager = await harness.person('MANAGER', { companyId: fixture.company.id, timeZone: zone })
  const { context } = await ask(manager.token)
  const today = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(new Date())
  expect(context.days.at(-1)).toEqual({ day: today, sold: 1, customers: 2 })
  expect(context.days).toHaveLength(Number(today.slice(-2)))
  expect(context.months).toHaveLength(12)
  expect(context.months.at(-1)).toEqual({ month: `${today.slice(0, 7)}-01`, sold: 1, customers: 2 })
})

it('begins the month at midnight where whoever looks lives', async () => {
  const { company } = await createCompanyFixture(harness)
  const manager = await harness.person('MANAGER', { companyId: company.id, timeZone: 'Pacific/Kiritimati' })
  const { months } = (await ask(manager.token)).context
  const start = Date.parse(`${months.at(-1).month}T00:00:00+14:00`)
  for (const at of [start - 1, start])
    await createDevice(harness.db, { companyId: company.id, isSold: true, soldAt: new Date(at) })
  const { context } = await ask(manager.token)
  expect(context.thisMonth.devices.sold).toBe(1)
  expect(context.days[0].sold).toBe(1)
  expect(context.months.map(({ sold }: { sold: number }) => sold).slice(-2)).toEqual([1, 1])
})

it('can be narrowed to a branch', async () => {
  const { context } = await ask(fixture.people.MANAGER.token, `?branchUuid=${fixture.branch.uuid}`)
  expect(context.toDate.devices).toEqual({ sold: 0, unsold: 2 })
})

it('survives a time zone that nobody knows', async () => {
  const manager = await harness.person('MANAGER', { companyId: fixture.company.id, timeZone: 'Mars/Olympus' })
  expect((await ask(manager.token)).status).toBe(200)
})
