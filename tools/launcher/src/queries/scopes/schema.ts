import { globSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { ROOT } from '../../env.ts'

/** They hold nothing of anybody; every other table does, a new one from its first day. */
const OF_NOBODY = new Set([
  'articles',
  'broker_nodes',
  'channel_states',
  'device_models',
  'products',
  'watch_findings',
])

/** As PostgreSQL has them: the numbers by which rows name each other, and which nobody sees outside. */
const INTEGERS = new Set(['PgInteger', 'PgBigInt53'])
const isIdName = (name: string): boolean => name === 'id' || name.endsWith('Id')

export type Table = {
  name: string
  isOfPeople: boolean
  /** Columns that hold an id of ours, as programs and as SQL name them. */
  ids: ReadonlySet<string>
}

function describe(table: PgTable): Table {
  const name = getTableName(table)
  const ids = Object.entries(getTableColumns(table)).filter(
    ([key, { columnType }]) => isIdName(key) && INTEGERS.has(columnType),
  )
  return {
    name,
    isOfPeople: !OF_NOBODY.has(name),
    ids: new Set(ids.flatMap(([key, column]) => [key, column.name])),
  }
}

/** Every table of the schema, by the name of its constant. */
export async function readTables(): Promise<ReadonlyMap<string, Table>> {
  const files = globSync('migrations/src/schema/*.ts', { cwd: ROOT })
  // Safe: what is no table is left out.
  const modules = (await Promise.all(files.map((file) => import(join(ROOT, file))))) as object[]
  return new Map(
    modules.flatMap((module) =>
      Object.entries(module).flatMap(([name, value]): [string, Table][] =>
        is(value, PgTable) ? [[name, describe(value)]] : [],
      ),
    ),
  )
}
