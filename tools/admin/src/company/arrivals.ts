import type pg from 'pg'
import { factTables } from './parts/parts.ts'

/** One company comes at a time; any number, the same in every process. */
const LOCK = 20_260_103

/** Held until the connection ends, whatever ends it. */
export async function comeAlone(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isAlone: boolean }>('select pg_try_advisory_lock($1) as "isAlone"', [
    LOCK,
  ])
  if (!rows[0]?.isAlone) throw new Error('Another company is being imported: wait until it is there.')
}

export async function noteArrival(client: pg.ClientBase, companyUuid: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into company_arrivals (company_uuid, device_ids, gateway_ids)
     select $1, array(select new::int4 from map_devices order by new), array(select new::int4 from map_gateways order by new) returning id`,
    [companyUuid],
  )
  const [row] = rows
  if (!row) throw new Error('The arrival could not be noted.')
  return row.id
}

type Left = { id: number; deviceIds: number[]; gatewayIds: number[] }

const LEFT = `
select id, device_ids as "deviceIds", gateway_ids as "gatewayIds" from company_arrivals where arrived_at is null order by id`

/** What is made of readings, by themselves and by the rules engine. */
const MADE = ['reading_days', 'reading_days_touched', 'reading_weeks']

/** One after the other, so that no transaction is long. */
async function forget(
  client: pg.ClientBase,
  { table, column }: { table: string; column: string },
  numbers: readonly number[],
): Promise<void> {
  for (const number of numbers) await client.query(`delete from ${table} where ${column} = $1`, [number])
}

/** The engine sums days of what it read before it was taken away: while this is held it does not (rules-engine/src/schedule/sum-days.ts). */
const HOLD_SUMS = `select pg_advisory_lock(hashtext('reading_days'))`
const LET_GO = `select pg_advisory_unlock(hashtext('reading_days'))`

/** Takes away what imports left that were broken off; the caller comes alone. Answers how many they were. */
export async function clearLeft(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<Left>(LEFT)
  for (const { id, deviceIds, gatewayIds } of rows) {
    for (const [table, { facts }] of factTables) {
      const [column = ''] = Object.keys(facts)
      await forget(client, { table, column }, column === 'device_id' ? deviceIds : gatewayIds)
    }
    await client.query(HOLD_SUMS)
    for (const table of MADE) await forget(client, { table, column: 'device_id' }, deviceIds)
    await client.query(LET_GO)
    await client.query('delete from company_arrivals where id = $1', [id])
  }
  return rows.length
}
