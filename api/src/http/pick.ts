import type { Db } from '@carewatch/migrations/client'
import { and, type SQL, sql } from 'drizzle-orm'
import { type List, type Order, orderBy, orderOf } from './order.ts'
import { pageOf, type Paging } from './paging.ts'

type Wanted = {
  query: Paging
  /** Scope and filters: conditions on the list's own table and its joins. */
  where: SQL | undefined
  /** What was searched for. */
  found: SQL | undefined
}

/** The rows of one page in their order, and how many there are in all. */
type Picked = { ids: number[]; total: number }

/** So many rows are gathered, counted and sorted at one go in a few milliseconds. */
const FEW = 25_000

/**
 * Which rows stand on a page, by as few columns as decide it; the caller then loads whole rows of these few, `inOrder`.
 * How many rows a scope, a filter and a text leave nobody knows beforehand. Walking an index of the order until a page is full is best for many, and for few it would go to the index's end: so these are gathered first.
 */
export async function pickPage(db: Db, list: List, { query, where, found }: Wanted): Promise<Picked> {
  const isWanted = and(where, found) ?? sql`true`
  const order = orderOf(list, query.sort)
  const rows = (columns: SQL) =>
    sql`select ${columns} from ${list.of} ${list.joins ?? sql``} where ${isWanted}`
  const values = rows(sql`${list.of.id} as id, ${order.value} as value`)
  const pick: Pick = { values, order, ...pageOf(query) }
  return (await pickFew(db, pick)) ?? pickMany(db, pick, await count(db, rows(sql``), list.mostCounted))
}

type Pick = { values: SQL; order: Order; limit: number; offset: number }

/** Nothing when they are more than a few. */
async function pickFew(db: Db, { values, order, limit, offset }: Pick): Promise<Picked | undefined> {
  const [picked] = await db.execute<Picked>(sql`
    with few as materialized (${values} limit ${FEW + 1})
    select (select count(*)::int from few) as total,
      array(select id from few ${orderBy(order)} limit ${limit} offset ${offset}) as ids`)
  return picked && picked.total <= FEW ? picked : undefined
}

type Count = { total: number; isAll: boolean }

async function count(db: Db, rows: SQL, most: number | undefined): Promise<Count> {
  const counted = most === undefined ? rows : sql`${rows} limit ${most}`
  const [row] = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${counted}) counted`,
  )
  const total = row?.total ?? 0
  return { total, isAll: total !== most }
}

async function pickMany(db: Db, pick: Pick, { total, isAll }: Count): Promise<Picked> {
  const { values, order, limit, offset } = pick
  const end = Math.min(offset + limit, total)
  if (offset >= end) return { ids: [], total }
  // A page beyond the middle is nearer from the end.
  const isFromEnd = isAll && offset + end > total
  const rows = await db.execute<{ id: number }>(sql`
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
