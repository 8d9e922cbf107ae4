import pg from 'pg'
import { carried } from './parts/parts.ts'
import { type Shape } from './shape.ts'

const quoted = (name: string): string => pg.escapeIdentifier(name)

/** Numbers that nobody has, for every row that came, in the order of their former ones. */
export async function giveNumbers(client: pg.ClientBase, shapes: readonly Shape[]): Promise<void> {
  for (const { table, isNumbered } of shapes) {
    if (!isNumbered) continue
    await client.query(`create temp table map_${table} (old int8 primary key, new int8 not null)`)
    await client.query(
      `insert into map_${table} select ordered.id, nextval(pg_get_serial_sequence($1, 'id')) from (select id from coming_${table} order by id) ordered`,
      [`public.${table}`],
    )
    await client.query(`create unique index on map_${table} (new)`)
    await client.query(`analyze map_${table}`)
  }
}

type Value = { name: string; value: string; join?: string }

/** One column of a staged row `s`, with the numbers of the new installation. */
function valueOf({ table, columns, isNumbered }: Shape, name: string, index: number): Value {
  const { ids = {}, lists = {}, json = {} } = carried.get(table) ?? {}
  const column = `s.${quoted(name)}`
  const own = columns.find((one) => one.name === name)
  const other = name === 'id' && isNumbered ? table : own?.references
  if (other !== null && other !== undefined && carried.has(other))
    return {
      name,
      value: `m${index}.new`,
      join: `left join map_${other} m${index} on m${index}.old = ${column}`,
    }
  const named = ids[name]
  if (named !== undefined)
    return {
      name,
      value: `coalesce(m${index}.new, -${column})`,
      join: `left join map_${named} m${index} on m${index}.old = ${column}`,
    }
  const listed = lists[name]
  if (listed !== undefined)
    return {
      name,
      value: `(case when ${column} is not null then array(select coalesce(m.new, -u.id)::int4 from unnest(${column}) with ordinality u (id, n)
        left join map_${listed} m on m.old = u.id order by u.n) end)`,
    }
  const rule = json[name]
  return { name, value: typeof rule === 'object' ? rule.becomes : column }
}

export type Renumbered = { names: string[]; query: string; keyed: string }

/** What each row is to be in the new installation, of what was staged. */
export function renumbered(shape: Shape): Renumbered {
  const values = shape.columns.map(({ name }, index) => valueOf(shape, name, index))
  const names = values.map(({ name }) => quoted(name))
  const list = values.map(({ name, value }) => `${value} as ${quoted(name)}`).join(', ')
  const joins = values.flatMap(({ join }) => join ?? []).join(' ')
  const keyed = shape.key.map((name) => `t.${quoted(name)} = e.${quoted(name)}`).join(' and ')
  return { names, query: `select ${list} from coming_${shape.table} s ${joins}`, keyed }
}
