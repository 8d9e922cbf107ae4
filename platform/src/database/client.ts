import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { CompanyPool } from './company-pool.ts'
import { PrimaryClient } from './primary-client.ts'
import { STAFF } from './service-roles.ts'
import { cutWhenSilent } from './silent-connections.ts'

export type Db = NodePgDatabase

/** Whoever is frozen in the middle of a transaction would hold its rows for as long as it is. */
const FROZEN_MS = 15_000
const CONNECT_MS = 5_000
const UNUSED_MS = 10_000
const END_MS = 2_000

/** A day is 24 hours, whatever the server's own clocks do: where the zone of a person matters, the query names it. */
const ZONE = 'UTC'

/** A list sorts a hundred thousand rows in memory; for a tenth of a second's work neither compiling nor helpers pay, and a merge that promises its first row early reads whole tables in an index's order. */
const SHORT_QUERIES = {
  work_mem: '16MB',
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  enable_mergejoin: 'off',
  TimeZone: ZONE,
}

/** Settings of a connection from its first moment on, as PostgreSQL takes them when it is opened. */
export const startOptions = (settings: Record<string, string | number>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Gives up an attempt to connect; a pool's own limit would also count the wait for a connection in use, and refuse a burst that would be answered. */
class QuicklyRefused extends PrimaryClient {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS })
  }
}

const relational = (databaseUrl: string, max: number): pg.PoolConfig => ({
  connectionString: databaseUrl,
  options: startOptions(SHORT_QUERIES),
  max,
  // Safe: a pool makes its clients from its own options.
  Client: QuicklyRefused as unknown as new () => pg.ClientBase,
  idleTimeoutMillis: UNUSED_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idle_in_transaction_session_timeout: FROZEN_MS,
})

/** A connection that breaks is replaced at the next query; unheard, the event would end the process: of an idle one the pool's, of one in somebody's hands its own. */
function outliveBreaks<Pool extends pg.Pool>(pool: Pool, silentMs?: number): Pool {
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    cutWhenSilent(client, silentMs)
  })
  return pool
}

const drizzleOver = (pool: pg.Pool, silentMs?: number): { db: Db; close: () => Promise<void> } => ({
  db: drizzle(outliveBreaks(pool, silentMs)),
  close: () => Promise.race([pool.end(), wait(END_MS, undefined, { ref: false })]),
})

/** Drizzle over a pool: everything that is a row with a name. `silentMs`: how long a statement may take. */
export const openRelational = (databaseUrl: string, max: number, silentMs?: number) =>
  drizzleOver(new pg.Pool(relational(databaseUrl, max)), silentMs)

/** The same, and what is asked within `forCompany` is asked as a role that sees that company's rows alone. */
export const openScoped = (databaseUrl: string, max: number) =>
  drizzleOver(new CompanyPool(relational(databaseUrl, max)))

/** Drizzle on a connection of the caller's: rows with names and bulk statements in one transaction. */
export const onConnection = (client: pg.Client): Db => drizzle(client)

const CAN_SCOPE = `select pg_has_role(current_user, oid, 'member') as can from pg_roles where rolname = '${STAFF}'`

/** Whether this database has the second line between companies: it has none where its owner may not make roles. */
export async function hasCompanyRole(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ can: boolean }>(CAN_SCOPE)
    return rows[0]?.can ?? false
  } finally {
    await client.end()
  }
}

/** A pool without drizzle: the hot tables of facts, written and read in bulk. Whoever finds no connection free within 5 s is refused. */
export const openTimescale = (databaseUrl: string, max: number): pg.Pool =>
  outliveBreaks(
    new pg.Pool({
      connectionString: databaseUrl,
      options: startOptions({ TimeZone: ZONE }),
      max,
      // Safe: as above.
      Client: PrimaryClient as unknown as new () => pg.ClientBase,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      idle_in_transaction_session_timeout: FROZEN_MS,
    }),
  )
