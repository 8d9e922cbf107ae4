import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import pg from 'pg'
import postgres from 'postgres'
import { createScopedClient } from './scoped-client.ts'
import { cutWhenSilent, silentSocket, UNUSED_SECONDS } from './silent-connections.ts'

/** Left alone postgres.js waits up to 20 s before it tries again, and whoever asks meanwhile with it. */
export const retrySeconds = (): number => 0.3

export type Db = PostgresJsDatabase

/** Whoever is frozen in the middle of a transaction would hold its rows for as long as it is. */
const FROZEN_MS = 15_000

/** A day is 24 hours, whatever the server's own clocks do: where the zone of a person matters, the query names it. */
const ZONE = 'UTC'

/** A list sorts a hundred thousand rows in memory; for a tenth of a second's work neither compiling nor helpers pay, and a merge that promises its first row early reads whole tables in an index's order. */
const SHORT_QUERIES = {
  work_mem: '16MB',
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  enable_mergejoin: 'off',
  idle_in_transaction_session_timeout: FROZEN_MS,
  TimeZone: ZONE,
}

/** How postgres.js opens its connections, and how soon it gives one up that died without a word. */
const relational = (max: number) => ({
  max,
  onnotice: () => {},
  connect_timeout: 5,
  backoff: retrySeconds,
  connection: SHORT_QUERIES,
  idle_timeout: UNUSED_SECONDS,
  // Known to postgres.js, and not to its types.
  socket: silentSocket,
})

/** Drizzle over postgres.js: everything that is a row with a name. */
export function openRelational(databaseUrl: string, max: number): { db: Db; close: () => Promise<void> } {
  const sql = postgres(databaseUrl, relational(max))
  return { db: drizzle(sql), close: () => sql.end({ timeout: 2 }) }
}

const CAN_SCOPE = `select pg_has_role(current_user, oid, 'member') as can from pg_roles where rolname = 'carewatch_company'`

/** Whether this database has the second line between companies: it has none where its owner may not make roles. */
export async function hasCompanyRole(databaseUrl: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connect_timeout: 5 })
  try {
    const [row] = await sql.unsafe<{ can: boolean }[]>(CAN_SCOPE)
    return row?.can ?? false
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** The same as `openRelational`, and what is asked within `forCompany` is asked as a role that sees that company's rows alone. */
export function openScoped(databaseUrl: string, max: number): { db: Db; close: () => Promise<void> } {
  const client = createScopedClient(databaseUrl, relational(max))
  // Drizzle tells the client it is given how times and JSON are written: each line must know.
  for (const line of client.lines) drizzle(line)
  // Safe: drizzle's session asks nothing of its client but what this one has; every query of the api goes through here in its tests.
  const db = drizzle(client as unknown as postgres.Sql)
  return { db, close: () => client.end({ timeout: 2 }) }
}

/** A pg pool: the hot tables of facts, written and read in bulk. */
export function openTimescale(databaseUrl: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: `-c TimeZone=${ZONE}`,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: FROZEN_MS,
  })
  // A connection that breaks is replaced at the next query; unheard, the event would end the process: of an idle one the pool's, of one in somebody's hands its own.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    cutWhenSilent(client)
  })
  return pool
}
