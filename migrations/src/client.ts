import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import * as alarms from './schema/alarms.ts'
import * as devices from './schema/devices.ts'
import * as people from './schema/people.ts'
import * as readings from './schema/readings.ts'
import * as rooms from './schema/rooms.ts'

export const schema = { ...people, ...devices, ...readings, ...alarms, ...rooms }
export type Db = PostgresJsDatabase<typeof schema>

/** A list sorts a hundred thousand rows in memory; for a tenth of a second's work neither compiling nor helpers pay, and a merge that promises its first row early reads whole tables in an index's order. */
const SHORT_QUERIES = {
  work_mem: '16MB',
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  enable_mergejoin: 'off',
}

/** Drizzle over postgres.js: everything that is a row with a name. */
export function openRelational(databaseUrl: string, max: number): { db: Db; close: () => Promise<void> } {
  const sql = postgres(databaseUrl, {
    max,
    onnotice: () => {},
    connect_timeout: 5,
    connection: SHORT_QUERIES,
  })
  return { db: drizzle(sql, { schema }), close: () => sql.end({ timeout: 2 }) }
}

/** A pg pool: the hot tables of facts, written and read in bulk. */
export function openTimescale(databaseUrl: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced at the next query; unheard, the event would end the process.
  pool.on('error', () => {})
  return pool
}
