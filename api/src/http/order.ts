import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { InvalidFields } from './invalid-fields.ts'

type Value = AnyPgColumn | SQL

/** A value some rows lack: these come last, whichever way. */
type Lacking = { value: Value; isLacking: true }

/** Those that are open by a key of their own; after them the others, the newest first, by which an index has them. */
export type Triage = { key: SQL; isOpen: SQL; isOver: SQL; newest: AnyPgColumn }

export type List = {
  of: PgTable & { id: AnyPgColumn }
  /** `left join`s by a unique key, for filters and orders: where neither reads them, PostgreSQL leaves them out. */
  joins?: SQL
  /** By the names people sort by. */
  sortable: Record<string, Value | Lacking>
  /** When nobody says: `name` ascending, `-name` descending. */
  usual: string
  /** The order by the name `triage`. */
  triage?: Triage
  /** It grows for ever: only a bound of its rows is counted and paged through, the rest is found by filters. */
  isEndless?: true
}

export type Order = { value: Value; isDescending: boolean; isLacking: boolean; triage?: Triage }

/** What to sort by; a name that is not on the list is told. */
export function orderOf({ sortable, usual, triage }: List, sort = usual): Order {
  if (triage && sort === 'triage') return { value: triage.key, isDescending: false, isLacking: false, triage }
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  const by = Object.hasOwn(sortable, name) ? sortable[name] : undefined
  if (!by) throw new InvalidFields({ sort: 'unknown' })
  return 'isLacking' in by
    ? { value: by.value, isDescending, isLacking: true }
    : { value: by, isDescending, isLacking: false }
}

/** The order of columns named `value` and `id`: equal values in the order of their ids, so that no row stands on two pages. */
export function orderBy({ isDescending, isLacking }: Order, isFromEnd = false): SQL {
  const way = isDescending === isFromEnd ? sql`asc` : sql`desc`
  if (!isLacking) return sql`order by value ${way}, id ${way}`
  return sql`order by value ${way} nulls ${isFromEnd ? sql`first` : sql`last`}, id ${way}`
}
