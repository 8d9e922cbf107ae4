import type pg from 'pg'
import { carried } from './parts/parts.ts'

type Column = { name: string; type: string; isNullable: boolean; references: string | null }
export type Shape = { table: string; columns: Column[]; key: string[]; isNumbered: boolean }

/** Each table with its columns but those that are made of others, what they refer to, and by which a row is known. */
const SHAPES = `
select c.relname as table,
  (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'isNullable', not a.attnotnull,
      'references', (select r.confrelid::regclass::text from pg_constraint r where r.contype = 'f' and r.conrelid = c.oid and r.conkey = array[a.attnum])) order by a.attnum)
    from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  (select array_agg(a.attname::text order by k.n) from pg_constraint p cross join unnest(p.conkey) with ordinality k (num, n)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num where p.conrelid = c.oid and p.contype = 'p') as key,
  exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> '') as "isNumbered"
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations' order by c.relname`

export type Shapes = ReadonlyMap<string, Shape>

export async function shapesOf(client: pg.ClientBase): Promise<Shapes> {
  const { rows } = await client.query<Shape>(SHAPES)
  return new Map(rows.map((row) => [row.table, row]))
}

export function shapeOf(shapes: Shapes, table: string): Shape {
  const shape = shapes.get(table)
  if (!shape) throw new Error(`There is no table ${table}.`)
  return shape
}

/** Which tables' rows must be there before a table's. */
function before({ table, columns }: Shape): string[] {
  const part = carried.get(table)
  const references = columns.flatMap(({ name, references: other }) =>
    other !== null && part?.later?.[name] === undefined ? [other] : [],
  )
  const named = [...(part?.rows.matchAll(/moved_(\w+)/g) ?? [])].map(([, name = '']) => name)
  // Of the times of a device is said who wore it.
  const needed = named.flatMap((name) => (name === 'times' ? ['devices', 'wearers'] : [name]))
  return [...references, ...needed].filter((other) => other !== table && carried.has(other))
}

/** The tables whose rows go, each after those that it names. */
export function inOrder(shapes: Shapes): Shape[] {
  const done = new Set<string>()
  const ordered: Shape[] = []
  const visit = (table: string, way: readonly string[]): void => {
    if (done.has(table)) return
    if (way.includes(table)) throw new Error(`Tables name one another in a circle: ${way.join(', ')}.`)
    const shape = shapeOf(shapes, table)
    for (const other of before(shape)) visit(other, [...way, table])
    done.add(table)
    ordered.push(shape)
  }
  for (const table of carried.keys()) visit(table, [])
  return ordered
}
