import type pg from 'pg'
import { escapeIdentifier as quoted } from 'pg'
import { carried } from './parts/parts.ts'
import { renumbered } from './renumber.ts'
import type { Shape } from './shape.ts'

/** What triggers write of new rows is written over by what was. */
async function restoreLater(client: pg.ClientBase, shape: Shape): Promise<void> {
  const later = Object.keys(carried.get(shape.table)?.later ?? {})
  if (later.length === 0) return
  const { query, keyed } = renumbered(shape)
  const sets = later.map((name) => `${quoted(name)} = e.${quoted(name)}`).join(', ')
  await client.query(`update ${quoted(shape.table)} t set ${sets} from (${query}) e where ${keyed}`)
}

async function insert(client: pg.ClientBase, shape: Shape): Promise<void> {
  const { before, later = {} } = carried.get(shape.table) ?? {}
  if (before !== undefined) await client.query(before)
  const { names, query } = renumbered(shape)
  const values = shape.columns.map(({ name }) => later[name] ?? `e.${quoted(name)}`).join(', ')
  const order = shape.isNumbered ? 'order by e.id' : ''
  await client.query(
    `insert into ${quoted(shape.table)} (${names.join(', ')}) overriding system value select ${values} from (${query}) e ${order}`,
  )
}

/** Each row as it is to be, and no other: what a trigger, or a row of somebody else's, changed is found here. */
async function compare(client: pg.ClientBase, shape: Shape): Promise<void> {
  const { names, query, keyed } = renumbered(shape)
  const list = names.join(', ')
  const there = `select ${names.map((name) => `t.${name}`).join(', ')} from ${quoted(shape.table)} t join (${query}) e on ${keyed}`
  const { rows } = await client.query<{ missing: number; surplus: number }>(
    `select (select count(*)::int from (select ${list} from (${query}) e except all ${there}) missing) as missing,
      (select count(*)::int from (${there} except all select ${list} from (${query}) e) surplus) as surplus`,
  )
  const { missing = 0, surplus = 0 } = rows[0] ?? {}
  if (missing + surplus > 0)
    throw new Error(
      `${missing + surplus} rows of ${shape.table} are not as they came: nothing of it was taken.`,
    )
}

/** Every row in its table, in the transaction of the caller. Answers how many. */
export async function settle(client: pg.ClientBase, shapes: readonly Shape[]): Promise<void> {
  for (const shape of shapes) await insert(client, shape)
  for (const shape of shapes) await restoreLater(client, shape)
  for (const shape of shapes) await compare(client, shape)
}
