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
    sql`select has_function_privilege('carewatch_staff', oid, 'execute') as may from pg_proc where proname = 'wearer_summary'`,
  )
  expect(rows).toEqual([{ may: true }, { may: true }])
})

/** A set is written into the statement that asks for it; an expression without rows costs no plan of its own. `uuidv7` stands in for PostgreSQL's before 18. */
const WRITTEN_INTO_STATEMENTS = [
  'alarm_wearer',
  'house_routines',
  'limits_of_columns',
  'present_assignment',
  'uuidv7',
]

it('what is asked of rows keeps its plan: in the language sql it is planned in every statement and run for every row', async () => {
  const { rows } = await database.db.execute(sql`select distinct proname as name from pg_proc p
    join pg_language l on l.oid = p.prolang and l.lanname = 'sql'
    where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend e where e.objid = p.oid and e.classid = 'pg_proc'::regclass and e.deptype = 'e') order by 1`)
  expect(rows.filter(({ name }) => !WRITTEN_INTO_STATEMENTS.some((one) => one === name))).toEqual([])
})
