import type pg from 'pg'

/** Tables of facts at a time, and how many days of them stay uncompressed. */
const HYPERTABLES = { readings: 14, positions: 14, sightings: 3 } as const

/** Where the timescaledb extension is there, the tables of facts become compressed hypertables; elsewhere they stay plain tables and every query runs the same. */
export async function becomeHypertables(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_available_extensions where name = 'timescaledb'")
  if (!rowCount) return false

  await client.query('create extension if not exists timescaledb')
  for (const [table, days] of Object.entries(HYPERTABLES)) {
    const segmentBy = table === 'sightings' ? 'beacon_id' : 'device_id'
    await client.query(
      `select create_hypertable('${table}', 'time', chunk_time_interval => interval '1 day', if_not_exists => true, migrate_data => true)`,
    )
    await client.query(
      `alter table ${table} set (timescaledb.compress, timescaledb.compress_segmentby = '${segmentBy}')`,
    )
    await client.query(
      `select add_compression_policy('${table}', interval '${days} days', if_not_exists => true)`,
    )
  }
  return true
}
