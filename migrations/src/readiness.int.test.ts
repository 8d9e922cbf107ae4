import { emptyDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCK, migrate } from './migrate.ts'
import { whyNotReady } from './readiness.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await emptyDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
const why = (awaited: 'database' | 'steps', partUrls: string[] = []) =>
  whyNotReady({ databaseUrl: database.url, partUrls, awaited })

it('waits for the steps of this version and for whoever runs them, and not for those of a newer one', async () => {
  expect(await why('database')).toBeUndefined()
  expect(await why('steps')).toBe('the migrations did not run yet')

  await migrate(database.url, { until: '0101_mobile_cells.sql' })
  expect(await why('steps')).toBe('the migrations did not run yet: 0103_set_up_messages.sql is missing')

  await migrate(database.url)
  expect(await why('steps')).toBeUndefined()
  // Rights are given after the last step, by whoever still holds the lock.
  await client.query('select pg_advisory_lock($1)', [LOCK])
  expect(await why('steps')).toBe('the migrations run')
  await client.query('select pg_advisory_unlock($1)', [LOCK])

  await client.query(`insert into migrations (name, hash) values ('9999_newer.sql', '')`)
  expect(await why('steps')).toBeUndefined()
})

it('waits until the part is let in, and names neither an address nor a password', async () => {
  const stranger = new URL(database.url)
  Object.assign(stranger, { username: 'nobody_known', password: 'its own' })
  expect(await why('steps', [stranger.href])).toMatch(/^the database does not let us in \(\w{5}\)$/)
  stranger.port = '1'
  stranger.search = ''
  stranger.hostname = '127.0.0.1'
  expect(await whyNotReady({ databaseUrl: stranger.href, partUrls: [], awaited: 'database' })).toBe(
    'the database does not let us in (ECONNREFUSED)',
  )
})
