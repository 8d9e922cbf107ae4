import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { InvalidFields } from './invalid-fields.ts'

type Value = AnyPgColumn | SQL

/** A value some rows lack: these come last, whichever way. */
type Lacking = { value: Value; isLacking: true }

/** A value of another row that the listed row may name, at most one by `on`: a watch's status, a person's company. */
type Elsewhere = { value: Value; of: PgTable; on: SQL }

export type List = {
  of: PgTable & { id: AnyPgColumn }
  /** By the names people sort by. */
  sortable: Record<string, Value | Lacking | Elsewhere>
  /** When nobody says: `name` ascending, `-name` descending. */
  usual: string
}

export type Order = { value: Value; join: SQL; isDescending: boolean; mayLack: boolean }

/** What to sort by; a name that is not on the list is told. */
export function orderOf({ sortable, usual }: List, sort = usual): Order {
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  const by = Object.hasOwn(sortable, name) ? sortable[name] : undefined
  if (!by) throw new InvalidFields({ sort: 'unknown' })
  if (!('value' in by)) return { value: by, join: sql``, isDescending, mayLack: false }
  const join = 'on' in by ? sql`left join ${by.of} on ${by.on}` : sql``
  return { value: by.value, join, isDescending, mayLack: true }
}

/** The order of columns named `value` and `id`: equal values in the order of their ids, so that no row stands on two pages. */
export function orderBy({ isDescending, mayLack }: Order, isFromEnd = false): SQL {
  const way = isDescending === isFromEnd ? sql`asc` : sql`desc`
  if (!mayLack) return sql`order by value ${way}, id ${way}`
  return sql`order by value ${way} nulls ${isFromEnd ? sql`first` : sql`last`}, id ${way}`
}
