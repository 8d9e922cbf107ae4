import { STAFF } from '@carewatch/platform/database/service-roles'
import { emptyDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { fillHouse } from './testing/fill-house.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Client
beforeAll(async () => {
  database = await emptyDatabase()
  owner = new pg.Client(database.url)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

it('a locked identity number of before stands in a column that a company’s staff do not read', async () => {
  await migrate(database.url, { until: '0058_kept_plans.sql' })
  const company = await fillHouse(owner)
  await owner.query(
    `update onboarding_requests set owner = '{"firstName": "Ruth", "idNumberLocked": "/wA="}'`,
  )
  await migrate(database.url)
  const { rows } = await owner.query('select owner, id_number_locked as locked from onboarding_requests')
  expect(rows).toEqual([{ owner: { firstName: 'Ruth' }, locked: Buffer.from([255, 0]) }])
  await owner.query(
    `select set_config('role', '${STAFF}', false), set_config('carewatch.company', $1, false)`,
    [String(company)],
  )
  expect((await owner.query('select owner from onboarding_requests')).rows).toHaveLength(1)
  await expect(owner.query('select id_number_locked from onboarding_requests')).rejects.toMatchObject({
    code: '42501',
  })
})
