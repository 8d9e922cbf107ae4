import pg from 'pg'
import type { Pack } from 'tar-stream'
import { add, json, PLAINLY, writeArchive, writeRows } from './archive-file.ts'
import type { Lock } from './encryption.ts'
import { ENDING, type Ending, FORMAT, MANIFEST, type Manifest, SECRETS, type Table } from './manifest.ts'

/** What an operator imported, and can import again, is in none: it would be a thousand times as large as the rest. */
const TABLES = `
select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not in ('migrations', 'mobile_cells')
group by c.relname order by c.relname`

/** Where a policy keeps rows from whoever asks, and none lets them see all. */
const HIDING = `
select c.relname as name from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and row_security_active(c.oid) and not exists (
  select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r') and pg_get_expr(p.polqual, p.polrelid) = 'true'
    and exists (select from unnest(p.polroles) role where role = 0 or pg_has_role(role, 'usage')))`

/** A backup that leaves rows out would be found at the restore. */
export async function refuseIfHidden(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(HIDING)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new Error(
    `Rows of ${names} are hidden from who backs up: run migrate (or start) as the owner of the tables.`,
  )
}

const SEQUENCES = `
select sequencename as name, coalesce(last_value + increment_by, start_value)::text as next
from pg_sequences where schemaname = 'public'`

type Options = { databaseUrl: string; file: string; secrets?: object | undefined; lock?: Lock | undefined }
export type Backup = { tables: number; rows: number; bytes: number }

/** Writes everything of one moment into one file while people work on: a single snapshot, read table by table. */
export async function backUp({ databaseUrl, file, secrets, lock }: Options): Promise<Backup> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  // Its end is heard by whoever waits for an answer.
  client.on('error', () => {})
  await client.connect()
  try {
    return await writeArchive(file, lock, (archive) => writeAll(client, archive, secrets))
  } finally {
    await client.end()
  }
}

async function writeAll(
  client: pg.Client,
  archive: Pack,
  secrets: object | undefined,
): Promise<Omit<Backup, 'bytes'>> {
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query('set local statement_timeout = 0')
  await client.query(PLAINLY)
  await refuseIfHidden(client)
  const { rows: tables } = await client.query<Table>(TABLES)
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, hash from migrations order by name',
  )
  const madeAt = new Date().toISOString()
  await add(archive, MANIFEST, json({ product: 'carewatch', format: FORMAT, madeAt, migrations, tables }))
  if (secrets) await add(archive, SECRETS, json(secrets))

  const ending: Ending = { tables: {}, sequences: {} }
  for (const table of tables) ending.tables[table.name] = await writeTable(client, archive, table)
  // Read last: a number given meanwhile is given to nobody else after a restore.
  const { rows: sequences } = await client.query<{ name: string; next: string }>(SEQUENCES)
  for (const { name, next } of sequences) ending.sequences[name] = next
  await add(archive, ENDING, json(ending))
  await client.query('commit')
  const rows = Object.values(ending.tables).reduce((sum, table) => sum + table.rows, 0)
  return { tables: tables.length, rows }
}

/** A query and not the table: of a hypertable the table itself is empty. */
function writeTable(client: pg.Client, archive: Pack, { name, columns }: Table) {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return writeRows(client, archive, { name, query: `select ${list} from ${pg.escapeIdentifier(name)}` })
}
