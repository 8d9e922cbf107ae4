import { audit } from '@carewatch/api/access/audit'
import pg from 'pg'
import type { Pack } from 'tar-stream'
import { commandLine } from '../acting.ts'
import { add, json, PLAINLY, writeArchive, writeRows } from '../backup/archive-file.ts'
import { refuseIfHidden } from '../backup/backup.ts'
import { ENDING, MANIFEST } from '../backup/manifest.ts'
import { secretOf } from '../backup/secret-of.ts'
import { verifyAudit } from '../commands/audit.ts'
import type { Installation } from '../open.ts'
import { chooseRows, factsOf, selectionOf } from './choose.ts'
import { type CompanyEnding, FORMAT, type Manifest, SEALED } from './manifest.ts'
import { modelsOf } from './models.ts'
import { chainOver } from './own-chain.ts'
import { factTables } from './parts/parts.ts'
import type { Opened } from './read-file.ts'
import { openSealed } from './sealed.ts'
import { inOrder, shapeOf, shapesOf } from './shape.ts'

export type Exported = { name: string; tables: number; rows: number; bytes: number }
type Company = { id: number; uuid: string; name: string; code: string }

const COMPANY = `
select id, uuid, name, code from companies
where deleted_at is null and (uuid::text = lower($1) or lower(code) = lower($1)) order by uuid::text = lower($1) desc limit 1`

async function findCompany(client: pg.ClientBase, key: string): Promise<Company> {
  const { rows } = await client.query<Company>(COMPANY, [key])
  const [company] = rows
  if (company) return company
  throw new Error('No company has this code or uuid.')
}

/** Writes everything of a company of one moment into one encrypted file, while people work on; nothing is changed but that the audit log has it. */
export async function exportCompany(
  { db, url, env, folder }: Installation,
  key: string,
  { file, ...lock }: Opened & { work?: number },
): Promise<Exported> {
  // Of a log that is not whole nobody could say which rows are as they were written.
  const { end: whole } = await verifyAudit({ url })
  const client = new pg.Client({ connectionString: url, application_name: 'company' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read')
    await client.query('set local statement_timeout = 0')
    await client.query(PLAINLY)
    await refuseIfHidden(client)
    const company = await findCompany(client, key)
    const secret = (): string => secretOf({ env, folder })
    const written = await writeArchive(file, lock, (archive) =>
      writeCompany(client, archive, { company, whole, secret }),
    )
    await client.query('rollback')
    const { uuid, id: companyId } = company
    await audit(db, commandLine, { action: 'exported', entity: 'company', uuid, companyId })
    return { ...written, name: company.name }
  } finally {
    await client.end()
  }
}

type Given = { company: Company; whole: string; secret: () => string }

async function writeCompany(client: pg.Client, archive: Pack, { company, whole, secret }: Given) {
  const shapes = await shapesOf(client)
  const ordered = inOrder(shapes)
  await chooseRows(client, ordered, company.id)
  const facts = [...factTables.keys()].map((table) => shapeOf(shapes, table))
  const tables = [...ordered, ...facts].map(({ table, columns }) => ({
    name: table,
    columns: columns.map(({ name }) => name),
  }))
  await add(archive, MANIFEST, json(await manifestOf(client, company, tables)))
  await add(archive, SEALED, json(await openSealed(client, secret)))
  const ending: CompanyEnding = {
    tables: {},
    audit: {
      ...(await chainOver(
        client,
        'audit_log l where exists (select from moved_audit_log m where m.id = l.id)',
      )),
      whole,
    },
  }
  for (const shape of ordered) {
    const query = selectionOf(shape, company.id)
    ending.tables[shape.table] = await writeRows(client, archive, { name: shape.table, query })
  }
  for (const shape of facts) {
    const query = factsOf(shape, {
      table: shape.table,
      at: factTables.get(shape.table)?.at !== undefined,
    })
    ending.tables[shape.table] = await writeRows(client, archive, { name: shape.table, query })
  }
  await add(archive, ENDING, json(ending))
  const rows = Object.values(ending.tables).reduce((sum, table) => sum + table.rows, 0)
  return { tables: tables.length, rows }
}

async function manifestOf(
  client: pg.ClientBase,
  { uuid, name, code }: Company,
  tables: Manifest['tables'],
): Promise<Manifest> {
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, hash from migrations order by name',
  )
  return {
    product: 'carewatch company',
    format: FORMAT,
    madeAt: new Date().toISOString(),
    company: { uuid, name, code },
    migrations,
    tables,
    models: await modelsOf(client),
  }
}
