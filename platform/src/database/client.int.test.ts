import { expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { openRelational, openTimescale } from './client.ts'
import { testDatabase } from './testing.ts'

it('a connection that dies in somebody’s hands is their error, not the end of the process', async () => {
  const database = await testDatabase()
  const pool = openTimescale(database.url, 2)
  const held = await pool.connect()
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => held.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(held.query('select 1')).rejects.toThrow(/not queryable|terminated/)
  held.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
  await database.drop()
})

it('a day is 24 hours on every connection, also where the server’s own clocks change', async () => {
  const database = await testDatabase()
  const name = new URL(database.url).pathname.slice(1)
  await database.db.execute(sql.raw(`alter database ${name} set timezone = 'Europe/Berlin'`))
  const dayBefore = "select (timestamptz '2027-03-28T20:00:00Z' - interval '1 day') as at"
  const wanted = new Date('2027-03-27T20:00:00Z')
  const pool = openTimescale(database.url, 1)
  expect((await pool.query<{ at: Date }>(dayBefore)).rows).toEqual([{ at: wanted }])
  await pool.end()
  const { db, close } = openRelational(database.url, 1)
  const {
    rows: [row],
  } = await db.execute<{ at: string }>(sql.raw(dayBefore))
  expect(new Date(row?.at ?? '')).toEqual(wanted)
  await close()
  await database.drop()
})
