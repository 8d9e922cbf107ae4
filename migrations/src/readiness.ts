import pg from 'pg'
import { LOCK, readSteps } from './migrate.ts'

type Question = {
  /** As who owns the tables. */
  databaseUrl: string
  /** As the parts that come next, which are let in by the end of the steps. */
  partUrls: readonly string[]
  awaited: 'database' | 'steps'
}

const CONNECT_WITHIN_MS = 5_000
const THERE = `select to_regclass('migrations') is not null as "areSteps", pg_is_in_recovery() as "isReplica"`

/** Why a part of this version cannot begin yet, without an address or a name; undefined where it can. A database that is ahead has what it needs. */
export async function whyNotReady({ databaseUrl, partUrls, awaited }: Question): Promise<string | undefined> {
  try {
    const missing = await askedOf(databaseUrl, (client) => missingIn(client, awaited))
    if (missing !== undefined || awaited === 'database') return missing
    for (const url of partUrls) await askedOf(url, (client) => client.query('select'))
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return `the database does not let us in (${code})`
  }
}

async function missingIn(client: pg.Client, awaited: Question['awaited']): Promise<string | undefined> {
  const { rows } = await client.query<{ areSteps: boolean; isReplica: boolean }>(THERE)
  const [there] = rows
  if (there?.isReplica) return 'the database takes no changes yet'
  if (awaited === 'database') return undefined
  if (!there?.areSteps) return 'the migrations did not run yet'
  // Held until the rights of all tables are given too: half of a run is not what a part needs.
  const { rows: locks } = await client.query<{ isFree: boolean }>(
    'select pg_try_advisory_lock_shared($1) as "isFree"',
    [LOCK],
  )
  if (!locks[0]?.isFree) return 'the migrations run'
  const { rows: ran } = await client.query<{ name: string }>('select name from migrations')
  const names = new Set(ran.map(({ name }) => name))
  const first = (await readSteps()).find(({ name }) => !names.has(name))
  return first && `the migrations did not run yet: ${first.name} is missing`
}

async function askedOf<Answer>(url: string, ask: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  // One that is cut while it is asked says so by its answer too.
  client.on('error', () => {})
  try {
    await client.connect()
    return await ask(client)
  } finally {
    await client.end().catch(() => {})
  }
}
