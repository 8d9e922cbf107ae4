import pg from 'pg'
import { copyIn } from './copy-in.ts'
import { factTables } from './parts/parts.ts'
import type { Piece } from './read-file.ts'
import { shapeOf, type Shapes } from './shape.ts'

const quoted = (name: string): string => pg.escapeIdentifier(name)

/** A row without a number of its own in what came is not the company's, and is refused as a fault of the file. */
function insertionOf(shapes: Shapes, table: string): string {
  const { columns } = shapeOf(shapes, table)
  const { facts = {} } = factTables.get(table) ?? {}
  const value = (name: string): string => (facts[name] === undefined ? `s.${quoted(name)}` : `m_${name}.new`)
  const joins = Object.entries(facts).map(
    ([name, other]) => `join map_${other} m_${name} on m_${name}.old = s.${quoted(name)}`,
  )
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  return `insert into coming_facts_of_${table} (${names}) select ${columns.map(({ name }) => value(name)).join(', ')} from coming_${table} s ${joins.join(' ')}`
}

/** Facts in pieces, each in a commit of its own: nobody who stores readings meanwhile waits for more than one of them. */
export function createFacts(client: pg.Client, shapes: Shapes) {
  const rows = new Map<string, number>()

  /** `coming`: the piece with its new numbers, for what is made of it. */
  async function add({ table, content }: Piece): Promise<void> {
    const shape = shapeOf(shapes, table)
    const columns = shape.columns.map(({ name }) => name)
    await client.query('begin')
    await client.query(`create temp table coming_${table} (like public.${table}) on commit drop`)
    await client.query(`create temp table coming_facts_of_${table} (like public.${table}) on commit drop`)
    const came = await copyIn(client, { table: `coming_${table}`, columns }, content)
    const { rowCount } = await client.query(insertionOf(shapes, table))
    if (rowCount !== came) throw new Error(`Rows of ${table} are of no device of the company.`)
    await client.query(`alter table coming_facts_of_${table} rename to coming`)
    const names = columns.map(quoted).join(', ')
    await client.query(`insert into ${quoted(table)} (${names}) select ${names} from coming`)
    for (const statement of factTables.get(table)?.made ?? []) await client.query(statement)
    await client.query('commit')
    rows.set(table, (rows.get(table) ?? 0) + came)
  }

  return { add, rows: rows as ReadonlyMap<string, number> }
}
