import { hypertablesThere } from '@carewatch/migrations/timescale'
import pg from 'pg'
import { secretOf } from '../backup/secret-of.ts'
import type { Installation } from '../open.ts'
import { clearLeft, comeAlone, noteArrival } from './arrivals.ts'
import { clashesOf } from './clashes.ts'
import { createFacts } from './come-facts.ts'
import { copyIn } from './copy-in.ts'
import type { Manifest } from './manifest.ts'
import { addModels, otherModels } from './models.ts'
import { chainOver } from './own-chain.ts'
import { carried, factTables } from './parts/parts.ts'
import { checkFile, type Content, DAMAGED, type Opened, piecesOf } from './read-file.ts'
import { giveNumbers } from './renumber.ts'
import { lockSealed } from './sealed.ts'
import { sealLog } from './seal-log.ts'
import { settle } from './settle.ts'
import { inOrder, type Shape, shapesOf, type Shapes } from './shape.ts'

export type Look = {
  name: string
  madeAt: string
  /** Table → how many rows. */
  rows: Record<string, number>
  /** Why it cannot come; nothing where it can. */
  clashes: string[]
}
export type Imported = Pick<Look, 'name' | 'madeAt' | 'rows'> & { code: string }

type Here = Pick<Installation, 'url' | 'env' | 'folder'>

async function connected<Result>(
  { url }: Here,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'company' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    // Of TimescaleDB, where it is: what is taken away again may have been compressed meanwhile.
    await client.query('set timescaledb.max_tuples_decompressed_per_dml_transaction = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Both installations have one shape: what one knows and the other does not would be lost, or made up. */
async function needSameShape(client: pg.ClientBase, { migrations, tables }: Manifest): Promise<void> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, hash from migrations order by name',
  )
  const last = (steps: Manifest['migrations']): string => steps.at(-1)?.name ?? 'none'
  const isSame =
    rows.length === migrations.length &&
    rows.every(({ name, hash }, index) => migrations[index]?.name === name && migrations[index].hash === hash)
  if (!isSame)
    throw new Error(
      `The file was made at migration ${last(migrations)}, and this installation is at ${last(rows)}: bring both to the same version, and export anew.`,
    )
  const unknown = tables.find(({ name }) => !carried.has(name) && !factTables.has(name))
  if (unknown) throw new Error(`The file holds a table ${unknown.name} that does not move.`)
}

/** Puts what goes as rows into tables of this connection's own, and hands facts on. */
async function stage(
  client: pg.Client,
  { opened, manifest, ending }: { opened: Opened } & Pick<Content, 'manifest' | 'ending'>,
): Promise<void> {
  const columnsOf = new Map(manifest.tables.map(({ name, columns }) => [name, columns]))
  for (const { name } of manifest.tables)
    if (carried.has(name)) await client.query(`create temp table coming_${name} (like public.${name})`)
  const came = new Map<string, number>()
  for await (const { table, content } of piecesOf(opened)) {
    if (!carried.has(table)) break
    const columns = columnsOf.get(table) ?? []
    const rows = await copyIn(client, { table: `coming_${table}`, columns }, content)
    came.set(table, (came.get(table) ?? 0) + rows)
  }
  for (const { name } of manifest.tables) {
    if (!carried.has(name)) continue
    // Rows behind the facts were not read.
    if ((came.get(name) ?? 0) !== ending.tables[name]?.rows) throw new Error(DAMAGED)
    await client.query(`analyze coming_${name}`)
  }
  // The chain over it is followed page by page.
  await client.query('create index on coming_audit_log (id)')
}

type Staged = Content & { shapes: Shapes; ordered: Shape[]; look: Look }

/** Everything but the facts is read, compared with what is here, and not written yet. */
async function lookInto(client: pg.Client, opened: Opened): Promise<Staged> {
  const content = await checkFile(opened)
  const { manifest, ending } = content
  await needSameShape(client, manifest)
  const shapes = await shapesOf(client)
  const ordered = inOrder(shapes)
  await stage(client, { opened, manifest, ending })
  const { rows, end } = await chainOver(client, 'coming_audit_log l where true')
  if (rows !== ending.audit.rows || end !== ending.audit.end)
    throw new Error('The audit log in the file is not what was sealed: nothing of it was taken.')
  const clashes = [...(await otherModels(client, manifest.models)), ...(await clashesOf(client, ordered))]
  const counts = Object.entries(ending.tables).map(([table, one]) => [table, one.rows] as const)
  const { company, madeAt } = manifest
  const look = { name: company.name, madeAt, rows: Object.fromEntries(counts), clashes }
  return { ...content, shapes, ordered, look }
}

/** What would come, and why it cannot; writes nothing. */
export const lookAtCompany = (here: Here, opened: Opened): Promise<Look> =>
  connected(here, async (client) => (await lookInto(client, opened)).look)

/** Facts under numbers that no device has yet: nobody is shown one of them before the rest is there. */
async function bringFacts(client: pg.Client, opened: Opened, { shapes, ending }: Staged): Promise<void> {
  const facts = createFacts(client, { shapes, divided: await hypertablesThere(client) })
  for await (const piece of piecesOf(opened)) if (factTables.has(piece.table)) await facts.add(piece)
  for (const table of factTables.keys())
    if ((facts.rows.get(table) ?? 0) !== (ending.tables[table]?.rows ?? 0))
      throw new Error(`Of ${table} not every row came: nothing of it was taken.`)
}

const ARRIVED = 'update company_arrivals set arrived_at = now() where id = $1'
/** What triggers noted for webhooks, of which it has none yet: all of it is past. */
const PAST = 'delete from outgoing_events where company_id in (select new from map_companies)'

async function bringRest(
  client: pg.Client,
  { ordered, sealed, ending, manifest }: Staged,
  { arrival, secret }: { arrival: number; secret: () => string },
): Promise<void> {
  await client.query('begin')
  try {
    await addModels(client, manifest.models)
    await settle(client, ordered)
    await client.query(PAST)
    await lockSealed(client, sealed, secret)
    await client.query(ARRIVED, [arrival])
    // Last: until the commit nobody else seals.
    await sealLog(client, { manifest, ending })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Takes away what was stored; where the database cannot be asked any more, what failed is said all the same. */
async function takeBack(client: pg.Client, error: unknown): Promise<void> {
  try {
    await client.query('rollback')
    await clearLeft(client)
  } catch {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${why}. What was stored is shown to nobody; the next import, or admin company clear, takes it away.`,
      { cause: error },
    )
  }
}

/**
 * Brings a company into this installation: all of it, checked, or nothing. Facts come first and in many commits, so that whoever stores and reads meanwhile does not
 * wait; one commit then makes the company be there. What an import that was broken off left is taken away by the next one.
 */
export const importCompany = (here: Here, opened: Opened): Promise<Imported> =>
  connected(here, async (client) => {
    await comeAlone(client)
    await clearLeft(client)
    const staged = await lookInto(client, opened)
    const { look, manifest, ordered, sealed } = staged
    if (look.clashes.length > 0)
      throw new Error(`It cannot come, and nothing was written:\n${look.clashes.join('\n')}`)
    const secret = (): string => secretOf(here)
    // Asked for before the hours that the rest may take.
    if (sealed.length > 0) secret()
    await giveNumbers(client, ordered)
    const arrival = await noteArrival(client, manifest.company.uuid)
    try {
      await bringFacts(client, opened, staged)
      await bringRest(client, staged, { arrival, secret })
    } catch (error) {
      await takeBack(client, error)
      throw error
    }
    const { name, madeAt, rows } = look
    return { name, madeAt, rows, code: manifest.company.code }
  })

/** Takes away what imports left that were broken off. Answers how many they were. */
export const clearCompanies = (here: Here): Promise<number> =>
  connected(here, async (client) => {
    await comeAlone(client)
    return clearLeft(client)
  })
