import { emptyDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.url, { until: '0039_proof_filled.sql' })
  client = new pg.Client(database.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const one = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
  const { rows } = await client.query<Row>(text, values)
  const [row] = rows
  if (!row) throw new Error('No row was answered.')
  return row
}
/** In days from now, as whole ones; null: without an end. */
const heardFor = async (company: number, branch: number | null) =>
  (
    await one<{ days: number | null }>(
      'select round(extract(epoch from heard_until($1, $2) - now()) / 86400)::int as days',
      [company, branch],
    )
  ).days

it('what was inactive before is heard for its days from now on, and what becomes so from then', async () => {
  const company = async (code: string, isActive: boolean) =>
    (
      await one<{ id: number }>(
        "insert into companies (name, code, is_active, updated_at) values ($1, $1, $2, '2026-01-01Z') returning id",
        [code, isActive],
      )
    ).id
  const [open, closed] = [await company('OPEN', true), await company('CLOSED', false)]
  const { id: shut } = await one<{ id: number }>(
    "insert into branches (company_id, name, code, is_active) values ($1, 'B', 'B', false) returning id",
    [open],
  )
  await migrate(database.url)
  expect([await heardFor(open, null), await heardFor(closed, null), await heardFor(open, shut)]).toEqual([
    null,
    14,
    14,
  ])
  // Nobody's form is out of date by it.
  expect(await one('select updated_at from companies where id = $1', [closed])).toEqual({
    updated_at: new Date('2026-01-01Z'),
  })
  // As the version before says it, which knows nothing of a moment.
  await client.query('update companies set is_active = false where id = $1', [open])
  expect(await heardFor(open, null)).toBe(14)
  await client.query("update companies set inactive_since = now() - interval '10 days' where id = $1", [open])
  await client.query('update companies set is_active = false where id = $1', [open])
  expect(await heardFor(open, null)).toBe(4)
  // Of both the sooner.
  expect(await heardFor(open, shut)).toBe(4)
  await client.query('update companies set is_active = true where id = $1', [open])
  expect([await heardFor(open, null), await heardFor(open, shut)]).toEqual([null, 14])
})
