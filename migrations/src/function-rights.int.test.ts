import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '@carewatch/platform/database/testing'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('what answers with the rights of its owner is for nobody who was not named', async () => {
  const { rows } = await database.db.execute(sql`select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('public', oid, 'execute')`)
  expect(rows).toEqual([])
})

it('whoever asks on behalf of a company’s staff may name whom a row is about', async () => {
  const { rows } = await database.db.execute(
    sql`select has_function_privilege('carewatch_company', oid, 'execute') as may from pg_proc where proname = 'wearer_summary'`,
  )
  expect(rows).toEqual([{ may: true }, { may: true }])
})
