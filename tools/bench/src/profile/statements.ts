import pg from 'pg'

/** What PostgreSQL did between two moments, by statement and as a whole. */
export type DatabaseWork = {
  statements: { text: string; calls: number; ms: number; planMs: number; walBytes: number }[]
  commits: number
  walBytes: number
  /** Bytes that tables and indexes grew by. */
  grown: Map<string, number>
}

const SIZES = `
  select relname as name, pg_relation_size(oid)::float8 as bytes from pg_class
  where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`
const TOTALS = `
  select (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits,
    (select wal_bytes from pg_stat_wal)::float8 as "walBytes"`
const STATEMENTS = `
  select query as text, calls::float8, total_exec_time as ms, total_plan_time as "planMs", wal_bytes::float8 as "walBytes"
  from pg_stat_statements join pg_database d on d.oid = dbid
  where d.datname = current_database() order by total_exec_time + total_plan_time desc limit 14`

type Totals = { commits: number; walBytes: number }

/** Begins to count; the answer ends it. */
export async function countStatements(databaseUrl: string): Promise<() => Promise<DatabaseWork>> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const sizes = async () =>
    new Map(
      (await client.query<{ name: string; bytes: number }>(SIZES)).rows.map(({ name, bytes }) => [
        name,
        bytes,
      ]),
    )
  const totals = async () => (await client.query<Totals>(TOTALS)).rows[0] ?? { commits: 0, walBytes: 0 }
  const [sizesBefore, before] = [await sizes(), await totals()]
  await client.query('select pg_stat_statements_reset()')
  return async () => {
    const { rows: statements } = await client.query<DatabaseWork['statements'][number]>(STATEMENTS)
    const [after, sizesAfter] = [await totals(), await sizes()]
    await client.end()
    return {
      statements,
      commits: after.commits - before.commits,
      walBytes: after.walBytes - before.walBytes,
      grown: new Map([...sizesAfter].map(([name, bytes]) => [name, bytes - (sizesBefore.get(name) ?? 0)])),
    }
  }
}
