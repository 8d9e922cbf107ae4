import pg from 'pg'

const TABLES = `
select relname as name from pg_class
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'`

/** What points from table to table, each with the words that make it again. */
const REFERENCES = `
select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conname`

/** What tells others of a change; TimescaleDB's own are none of ours. */
const TRIGGERS = `
select tgrelid::regclass::text as table, quote_ident(tgname) as name
from pg_trigger t join pg_class c on c.oid = t.tgrelid
where not tgisinternal and c.relnamespace = 'public'::regnamespace and tgname not like 'ts\\_%' order by tgname`

type Named = { table: string; name: string }
export type Aside = { references: (Named & { definition: string })[]; triggers: Named[] }

/**
 * Empties every table and takes away what would judge or tell each row as it comes; needs no more than owning the tables.
 * In the caller's transaction: should it fail, all of it is as before.
 */
export async function setAside(client: pg.Client): Promise<Aside> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  const { rows: references } = await client.query<Aside['references'][number]>(REFERENCES)
  const { rows: triggers } = await client.query<Named>(TRIGGERS)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`)
  await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
  return { references, triggers }
}

/** Each reference is made again over all rows, so that one that leads nowhere fails the restore. */
export async function putBack(client: pg.Client, { references, triggers }: Aside): Promise<void> {
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { table, name } of triggers) await client.query(`alter table ${table} enable trigger ${name}`)
}
