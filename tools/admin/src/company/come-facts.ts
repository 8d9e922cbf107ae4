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
  return `insert into coming_facts (${names}) select ${columns.map(({ name }) => value(name)).join(', ')} from coming_${table} s ${joins.join(' ')}`
}

/** TimescaleDB divides a table by time: of so long what came is stored in one commit. One that makes hundreds of parts lasts for seconds, in which nobody else may make one, and may take every lock there is. */
const SPANS = `select distinct date_bin('28 days', time, 'epoch')::text as "from" from coming_facts order by 1`
const OF_SPAN = `create temp table coming on commit drop as select * from coming_facts`

/** Facts in pieces, each in a commit of its own: nobody who stores readings meanwhile waits for more than one of them. */
export function createFacts(
  client: pg.Client,
  { shapes, divided }: { shapes: Shapes; divided: readonly string[] },
) {
  const rows = new Map<string, number>()

  /** `coming`: of the piece what is stored in this commit, with its new numbers, for what is made of it. */
  async function store(
    table: string,
    { condition, names }: { condition: string; names: string },
  ): Promise<void> {
    await client.query('begin')
    await client.query(`${OF_SPAN} ${condition}`)
    await client.query(`insert into ${quoted(table)} (${names}) select ${names} from coming`)
    for (const statement of factTables.get(table)?.made ?? []) await client.query(statement)
    await client.query('commit')
  }

  async function conditionsOf(table: string): Promise<string[]> {
    if (!divided.includes(table)) return ['']
    const { rows: spans } = await client.query<{ from: string }>(SPANS)
    return spans.map(
      ({ from }) => `where time >= '${from}' and time < timestamptz '${from}' + interval '28 days'`,
    )
  }

  async function add({ table, content }: Piece): Promise<void> {
    const shape = shapeOf(shapes, table)
    const columns = shape.columns.map(({ name }) => name)
    await client.query(`create temp table coming_${table} (like public.${table})`)
    await client.query(`create temp table coming_facts (like public.${table})`)
    const came = await copyIn(client, { table: `coming_${table}`, columns }, content)
    const { rowCount } = await client.query(insertionOf(shapes, table))
    if (rowCount !== came) throw new Error(`Rows of ${table} are of no device of the company.`)
    const names = columns.map(quoted).join(', ')
    for (const condition of await conditionsOf(table)) await store(table, { condition, names })
    await client.query(`drop table coming_${table}, coming_facts`)
    rows.set(table, (rows.get(table) ?? 0) + came)
  }

  return { add, rows: rows as ReadonlyMap<string, number> }
}
