import { testDatabase } from '@carewatch/platform/database/testing'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { eq, isNotNull, lte, type SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { List } from './order.ts'
import { FEW, pickPage } from './pick.ts'

const MANY = 27_000
/** Sixty names, so that most rows are equal to others. */
const FILL = sql`insert into companies (name, code, address)
  select 'Company ' || n % 60, 'C' || n, case when n % 4 > 0 then 'Street ' || n % 90 end from generate_series(1, ${MANY}) n`

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(FILL)
  await database.db.execute(
    sql`insert into branches (company_id, name, code) select id, name, code from companies`,
  )
})
afterAll(() => database.drop())

const list: List = {
  of: companies,
  sortable: { name: companies.name, address: { value: companies.address, isLacking: true } },
  usual: 'name',
}
const branchList: List = {
  of: branches,
  joins: sql`left join ${companies} on ${companies.id} = ${branches.companyId}`,
  sortable: { company: { value: companies.address, isLacking: true } },
  usual: 'company',
}

type Asked = { sort: string; page?: number; size?: number; of?: List; where?: SQL; isAll?: boolean }

const pick = ({ sort, page = 1, size = 100, of = list, where, isAll = false }: Asked) =>
  pickPage(database.db, of, { query: { sort, page, size }, where, found: undefined, isAll })

async function everyPage(asked: Asked & { size: number }): Promise<number[]> {
  const { total } = await pick(asked)
  const ids: number[] = []
  for (let page = 1; page <= Math.ceil(total / asked.size); page++)
    ids.push(...(await pick({ ...asked, page })).ids)
  return ids
}

const isFew = lte(companies.id, 9_000)

describe.each([
  ['more rows than are gathered at once', undefined, MANY],
  ['few rows', isFew, 9_000],
])('the pages of %s', (_, where, count) => {
  it.each(['name', '-name', 'address', '-address'])('sorted by %s show every row once', async (sort) => {
    const ids = await everyPage({ sort, size: 4_000, ...(where && { where }) })
    expect(ids).toHaveLength(count)
    expect(new Set(ids).size).toBe(count)
  })

  it('are the same from the front and from the back', async () => {
    const up = await everyPage({ sort: 'name', size: 5_000, ...(where && { where }) })
    const down = await everyPage({ sort: '-name', size: 3_500, ...(where && { where }) })
    expect(down).toEqual(up.toReversed())
  })

  it.each(['address', '-address'])('sorted by %s end with the rows that have none', async (sort) => {
    const ids = await everyPage({ sort, size: 5_000, ...(where && { where }) })
    const rows = await database.db
      .select({ id: companies.id })
      .from(companies)
      .where(isNotNull(companies.address))
    const having = new Set(rows.map(({ id }) => id))
    const firstWithout = ids.findIndex((id) => !having.has(id))
    expect(ids.slice(firstWithout).some((id) => having.has(id))).toBe(false)
  })

  it('beyond the last are empty and still tell how many rows there are', async () => {
    const picked = await pick({ sort: 'name', page: 1_000, ...(where && { where }) })
    expect(picked).toEqual({ ids: [], total: count })
  })
})

it('sorts by what stands in another table', async () => {
  const ids = await everyPage({ of: branchList, sort: '-company', size: 3_000 })
  const rows = await database.db
    .select({ id: branches.id, address: companies.address })
    .from(branches)
    .innerJoin(companies, eq(companies.id, branches.companyId))
  const addressOf = new Map(rows.map(({ id, address }) => [id, address]))
  const addresses = ids.map((id) => addressOf.get(id) ?? '')
  expect(addresses).toEqual(addresses.toSorted().toReversed())
})

it('counts and pages through what grows for ever up to a bound', async () => {
  const endless: List = { ...list, isEndless: true }
  const last = await pick({ of: endless, sort: 'name', page: FEW / 100 })
  const all = await pick({ sort: 'name', page: FEW / 100 })
  expect(last).toEqual({ ids: all.ids, total: FEW })
  expect(all.total).toBe(MANY)
  expect(await pick({ of: endless, sort: 'name', page: FEW / 100 + 1 })).toEqual({ ids: [], total: FEW })
  expect((await pick({ of: endless, sort: 'name', where: isFew })).total).toBe(9_000)
})

it('is the same for whoever sees every row', async () => {
  for (const where of [undefined, isFew]) {
    const asked = { sort: '-address', page: 3, ...(where && { where }) }
    expect(await pick({ ...asked, isAll: true })).toEqual(await pick(asked))
  }
})
