import type { Db } from '@carewatch/platform/database/client'
import { and, type SQL, sql } from 'drizzle-orm'
import { type List, type Order, orderBy, orderOf } from './order.ts'
import { pageOf, type Paging } from './paging.ts'

type Wanted = {
  query: Paging
  /** Scope and filters: conditions on the list's own table and its joins. */
  where: SQL | undefined
  /** The same as `where` for so many rows that an index of the order finds a page of them sooner than one of whose they are; left out: it is no other. */
  manyWhere?: SQL | undefined
  /** What was searched for. */
  found: SQL | undefined
  /** The viewer sees every row there is: unless they search for more than a letter, many are expected. */
  isAll?: boolean
}

/** The rows of one page in their order, and how many there are in all. */
type Picked = { ids: number[]; total: number }

/** So many rows are gathered, counted and sorted at one go in a few dozen milliseconds. */
export const FEW = 25_000

/**
 * Which rows stand on a page, by as few columns as decide it; the caller then loads whole rows of these few, `inOrder`.
 * How many rows a scope, a filter and a text leave nobody knows beforehand. Walking an index of the order until a page is full is best for many, and for few it would go to the index's end: so these are gathered first.
 */
export async function pickPage(
  db: Db,
  list: List,
  { query, where, manyWhere = where, found, isAll = false }: Wanted,
): Promise<Picked> {
  const order = orderOf(list, query.sort)
  const rowsOf = (which: SQL | undefined) => (columns: SQL) =>
    sql`select ${columns} from ${list.of} ${list.joins ?? sql``} where ${and(which, found) ?? sql`true`}`
  const [rows, manyRows] = [rowsOf(where), rowsOf(manyWhere)]
  const columns = sql`${list.of.id} as id, ${order.value} as value`
  const pick = { values: rows(columns), order, ...pageOf(query) }
  const many = { ...pick, values: manyRows(columns) }

  const narrowsLittle = (query.search?.length ?? 0) < 2
  const areManyExpected = isAll && narrowsLittle && !list.isEndless
  const few = areManyExpected ? undefined : await pickFew(db, pick)
  if (few) return few
  const total = list.isEndless ? FEW : await count(db, manyRows(sql``))
  if (!list.isEndless && total <= FEW) return (await pickFew(db, pick)) ?? { ids: [], total }
  const extent = { total, isWhole: !list.isEndless }
  const { triage } = order
  const open = triage && (await pickFew(db, { ...pick, values: rowsOf(and(where, triage.isOpen))(columns) }))
  if (!open) return walk(db, many, extent)
  const { newest: value, isOver } = triage
  const values = rowsOf(and(manyWhere, isOver))(sql`${list.of.id} as id, ${value} as value`)
  const rest = { ...many, values, order: { value, isDescending: true, isLacking: false } }
  return walkAfter(db, { open, rest, extent })
}

type Pick = { values: SQL; order: Order; limit: number; offset: number }

/** Nothing when they are more than a few. */
async function pickFew(db: Db, { values, order, limit, offset }: Pick): Promise<Picked | undefined> {
  const {
    rows: [picked],
  } = await db.execute<Picked>(sql`
    with few as materialized (${values} limit ${FEW + 1})
    select (select count(*)::int from few) as total,
      array(select id from few ${orderBy(order)} limit ${limit} offset ${offset}) as ids`)
  return picked && picked.total <= FEW ? picked : undefined
}

async function count(db: Db, rows: SQL): Promise<number> {
  const {
    rows: [row],
  } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${rows}) counted`)
  return row?.total ?? 0
}

type Extent = { total: number; isWhole: boolean }

/** A page of those that were picked first, filled up with the rest. */
async function walkAfter(
  db: Db,
  { open, rest, extent }: { open: Picked; rest: Pick; extent: Extent },
): Promise<Picked> {
  const limit = rest.limit - open.ids.length
  const offset = Math.max(0, rest.offset - open.total)
  const total = Math.max(0, extent.total - open.total)
  const filled = limit > 0 ? await walk(db, { ...rest, limit, offset }, { ...extent, total }) : { ids: [] }
  return { ids: [...open.ids, ...filled.ids], total: extent.total }
}

async function walk(
  db: Db,
  { values, order, limit, offset }: Pick,
  { total, isWhole }: Extent,
): Promise<Picked> {
  const end = Math.min(offset + limit, total)
  if (offset >= end) return { ids: [], total }
  // A page beyond the middle is nearer from the end.
  const isFromEnd = isWhole && offset + end > total
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (${values}) many ${orderBy(order, isFromEnd)}
    limit ${end - offset} offset ${isFromEnd ? total - end : offset}`)
  const ids = rows.map(({ id }) => id)
  return { ids: isFromEnd ? ids.toReversed() : ids, total }
}

/** Whole rows in the order their ids were picked. */
export function inOrder<Row>(
  ids: readonly number[],
  rows: readonly Row[],
  idOf: (row: Row) => number,
): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
