import type pg from 'pg'

/** `days`: how many stay uncompressed. `keptDays`: what is older is dropped by whole days, and so is never worth compressing. `byWeek`: of a small fleet a chunk holds a week. */
type Hypertable = { table: string; byWeek?: boolean } & (
  | { segmentBy: string; days: number }
  | { keptDays: number }
)

/**
 * The tables of facts at a time.
 * A segment is the whole key but the time: so TimescaleDB adds no bloom filter, which up to 2.26 loses rows of a smallint (its issue 9579).
 */
const HYPERTABLES: readonly Hypertable[] = [
  // Kept for years: each chunk costs a question that must look at all of them.
  { table: 'readings', segmentBy: 'device_id, metric', days: 14, byWeek: true },
  { table: 'positions', segmentBy: 'device_id', days: 14 },
  // Nobody looks back further, and the engine thins them while they are young.
  { table: 'sightings', keptDays: 4 },
]

/** Whole days go by the right of whoever owns the table; the rules engine, which does not, may have those of old facts dropped. */
const FORGET_CHUNKS = `
create or replace function forget_chunks(facts regclass, before timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if facts not in ('readings'::regclass, 'positions'::regclass) then raise exception '% is kept', facts; end if;
  perform drop_chunks(facts, before);
end $$;
revoke execute on function forget_chunks(regclass, timestamptz) from public`

/** Where the timescaledb extension is there, the tables of facts become compressed hypertables; elsewhere they stay plain tables and every query runs the same. */
export async function becomeHypertables(client: pg.Client): Promise<boolean> {
  if (!(await isLoaded(client))) return false

  await client.query('create extension if not exists timescaledb')
  if (!(await canCompress(client))) return false

  for (const hypertable of HYPERTABLES) {
    // Asked first: even a conversion that changes nothing waits for, and holds up, whoever uses the table.
    if (!(await isHypertable(client, hypertable))) await client.query(conversion(hypertable))
    else if ('keptDays' in hypertable) await client.query(keeping(hypertable))
    if (hypertable.byWeek) await fitChunks(client, hypertable)
  }
  await client.query(FORGET_CHUNKS)
  return true
}

/** Installed is not enough: without its library in `shared_preload_libraries` the extension cannot be created. */
async function isLoaded(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_available_extensions
     where name = 'timescaledb' and current_setting('timescaledb.max_background_workers', true) is not null`,
  )
  return rowCount === 1
}

/** The Apache edition cannot, and a hypertable that is never compressed is no better than the plain table. */
async function canCompress(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select where current_setting('timescaledb.license') = 'timescale'")
  return rowCount === 1
}

/** Which tables are hypertables by now. */
export async function hypertablesThere(client: pg.ClientBase): Promise<string[]> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'timescaledb'")
  const there: string[] = []
  if (rowCount === 0) return there
  for (const hypertable of HYPERTABLES)
    if (await isHypertable(client, hypertable)) there.push(hypertable.table)
  return there
}

async function isHypertable(client: pg.ClientBase, { table }: Hypertable): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from timescaledb_information.hypertables where hypertable_schema = current_schema and hypertable_name = $1',
    [table],
  )
  return rowCount === 1
}

/** What a week takes, by the chunks that are still filled; the newest may hold a day of which little is over. The memory is what TimescaleDB wants one chunk, its index with it, to fit. */
const FIT = `
select (d.time_interval <> fit.span) as "isOther", fit.span::text as span
from timescaledb_information.dimensions d cross join lateral (
  select case when coalesce(max(pg_total_relation_size(format('%I.%I', c.chunk_schema, c.chunk_name)::regclass)
        / (extract(epoch from c.range_end - c.range_start) / 86400)), 0) * 7 > $2::float8
      then interval '1 day' else interval '7 days' end as span
  from timescaledb_information.chunks c
  where c.hypertable_schema = d.hypertable_schema and c.hypertable_name = d.hypertable_name and not c.is_compressed) fit
where d.hypertable_schema = current_schema and d.hypertable_name = $1`
const MEMORY = `select pg_size_bytes(current_setting('shared_buffers'))::float8 as bytes`

/** Chunks of a week where the memory holds one, else of a day. Those that are there stay as they are. */
export async function fitChunks(
  client: pg.Client,
  { table }: { table: string },
  memoryBytes?: number,
): Promise<void> {
  const [memory] = (await client.query<{ bytes: number }>(MEMORY)).rows
  const { rows } = await client.query<{ isOther: boolean; span: string }>(FIT, [
    table,
    memoryBytes ?? memory?.bytes,
  ])
  if (rows[0]?.isOther)
    await client.query('select set_chunk_time_interval($1::regclass, $2::interval)', [table, rows[0].span])
}

/** Sent as one query, so one transaction. What is compressed takes no policy. No index by time alone: nothing asks for it, and it would cost a quarter of the ingest. */
const conversion = (hypertable: Hypertable): string => `
  alter table ${hypertable.table} disable row level security, no force row level security;
  select create_hypertable('${hypertable.table}', 'time',
    chunk_time_interval => interval '1 day', create_default_indexes => false, migrate_data => true);
  ${'keptDays' in hypertable ? keeping(hypertable) : compressing(hypertable)}`

const compressing = ({ table, segmentBy, days }: Extract<Hypertable, { days: number }>): string => `
  alter table ${table} set (timescaledb.compress, timescaledb.compress_segmentby = '${segmentBy}');
  select add_compression_policy('${table}', interval '${days} days')`

/** An earlier version compressed them at the age at which they are deleted. */
const keeping = ({ table, keptDays }: Extract<Hypertable, { keptDays: number }>): string => `
  select remove_compression_policy('${table}', if_exists => true);
  select add_retention_policy('${table}', interval '${keptDays} days', if_not_exists => true)`
