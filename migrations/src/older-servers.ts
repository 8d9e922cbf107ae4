import type pg from 'pg'

/** RFC 9562: 48 bits of milliseconds, the version, and chance. PostgreSQL has it from 18 on; TimescaleDB is often run on an older one. */
const UUIDV7 = `
create function uuidv7() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::int8) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid
$$`

/** What the steps take for granted and a server before 18 has not. */
export async function helpOlderServer(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select where to_regprocedure('uuidv7()') is null")
  if (rowCount === 1) await client.query(UUIDV7)
}
