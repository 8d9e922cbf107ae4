import { expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { openRelational, openScoped, openTimescale } from './client.ts'
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

it('a pool whose connections are ended again and again while transactions begin loses none of its places', async () => {
  const database = await testDatabase()
  const own = new URL(database.url)
  own.searchParams.set('application_name', 'victim')
  const { db, close } = openScoped(own.href, 4)
  const killer = openTimescale(database.url, 1)
  const endAll = () =>
    killer.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`)
  let begun = 0
  let failed = 0
  let isOver = false
  const worker = async (): Promise<void> => {
    while (!isOver) {
      begun++
      await db.transaction((tx) => tx.execute(sql`select 1`)).catch(() => failed++)
    }
  }
  const workers = Array.from({ length: 12 }, worker)
  while (failed < 150) await endAll()
  isOver = true
  await Promise.all(workers)
  expect(begun).toBeGreaterThan(failed)
  // Only whoever has all four places comes past this.
  const all = Promise.withResolvers<void>()
  let here = 0
  const together = Array.from({ length: 4 }, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      if (++here === 4) all.resolve()
      await all.promise
    }),
  )
  await Promise.all(together)
  await close()
  await killer.end()
  await database.drop()
})

it('what breaks a transaction is what is said, not that it could not be undone any more', async () => {
  const database = await testDatabase()
  const { db, close } = openRelational(database.url, 1)
  const work = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    throw new Error('the first')
  })
  await expect(work).rejects.toThrow('the first')
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  await close()
  await database.drop()
})
