import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasCompanyRole, openScoped } from '@carewatch/platform/database/client'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { createBranch, createCompany, createDevice } from './factories.ts'
import { devices } from './schema/devices.ts'
import { branches } from './schema/people.ts'
import { wearerCare, wearers } from './schema/wearers.ts'
import { testDatabase } from '@carewatch/platform/database/testing'

const LINES = 2
const SOON = { timeout: 15_000 }

describe('the second line between companies', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let scoped: ReturnType<typeof openScoped>
  const companies: number[] = []

  beforeAll(async () => {
    database = await testDatabase()
    for (let made = 0; made < 3; made++) {
      const { id: companyId } = await createCompany(database.db)
      await createBranch(database.db, companyId)
      await createDevice(database.db, { companyId })
      companies.push(companyId)
    }
    await createDevice(database.db, { companyId: null })
    scoped = openScoped(database.url, LINES)
  })
  afterAll(async () => {
    await scoped.close()
    await database.drop()
  })

  /** Asked without any condition, as a fault in ours would ask. */
  const everything = async () => scoped.db.select({ companyId: devices.companyId }).from(devices)
  const ownAlone = (companyId: number | undefined) =>
    expect.arrayContaining([{ companyId }, { companyId: null }])

  it('is there', async () => {
    expect(await hasCompanyRole(database.url)).toBe(true)
  })

  it('shows the staff of a company its own rows and those of nobody, whatever was asked', async () => {
    const [own] = companies
    const seen = await forCompany(own, everything)
    expect(seen).toEqual(ownAlone(own))
    expect(seen).toHaveLength(2)
    const counted = await forCompany(own, () =>
      scoped.db.execute(sql`select count(*)::int as n from branches`),
    )
    expect(counted.rows[0]).toEqual({ n: 1 })
  })

  it('shows the care facts of the people whom it shows, and of nobody else', async () => {
    const people = await database.db
      .insert(wearers)
      .values(companies.map((companyId) => ({ companyId, firstName: 'Ruth' })))
      .returning({ id: wearers.id })
    await database.db.insert(wearerCare).values(people.map(({ id }) => ({ wearerId: id, notes: 'Diabetes' })))
    const seen = await forCompany(companies[1], () =>
      scoped.db.select({ id: wearerCare.wearerId }).from(wearerCare),
    )
    expect(seen).toEqual([people[1]])
  })

  it('shows everything where no company is in scope', async () => {
    expect(await everything()).toHaveLength(4)
  })

  it('changes nothing of another company, and puts nothing into it', async () => {
    const [own, other] = companies
    const name = 'taken over'
    await forCompany(own, () => scoped.db.update(branches).set({ name }))
    const named = await scoped.db.select().from(branches)
    expect(named.filter((branch) => branch.name === name)).toMatchObject([{ companyId: own }])
    const put = forCompany(own, () =>
      scoped.db.insert(branches).values({ companyId: other ?? 0, name: 'planted', code: 'planted' }),
    )
    await expect(put).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  it('keeps a hundred who ask at once apart, on two lines, in transactions and out of them', async () => {
    const asked = Array.from({ length: 100 }, async (_, turn) => {
      const company = [...companies, undefined][turn % 4]
      const work =
        turn % 3 === 0
          ? () => scoped.db.transaction((tx) => tx.select({ companyId: devices.companyId }).from(devices))
          : everything
      const seen: { companyId: number | null }[] = await forCompany(company, work)
      return { company, seen: new Set(seen.map(({ companyId }) => companyId)) }
    })
    for (const { company, seen } of await Promise.all(asked))
      expect(seen).toEqual(new Set(company === undefined ? [...companies, null] : [company, null]))
  })

  it('stands after a line was cut: a new one works for nobody until it is told for whom', async () => {
    const [own] = companies
    await Promise.all(Array.from({ length: 10 }, () => forCompany(own, everything)))
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const again = await vi.waitFor(() => forCompany(own, everything), SOON)
    expect(again).toHaveLength(2)
    expect(await vi.waitFor(everything, SOON)).toHaveLength(4)
  })

  it('gives its line back after a query that failed', async () => {
    const [own] = companies
    const wrong = () => forCompany(own, () => scoped.db.execute(sql`select 1 / 0`))
    await Promise.allSettled(Array.from({ length: 10 }, wrong))
    expect(await forCompany(own, everything)).toHaveLength(2)
  })
})
