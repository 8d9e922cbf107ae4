import { expect, it } from 'vitest'
import { openTimescale } from './client.ts'
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
