import type { Db } from '@carewatch/migrations/client'
import { and, type SQL, sql } from 'drizzle-orm'
import { type List, type Order, orderBy, orderOf } from './order.ts'
import { pageOf, type Paging } from './paging.ts'

type Wanted = {
  query: Paging
  /** Scope and filters: conditions on the list's own table alone. */
  where: SQL | undefined
  /** What was searched for. */
  found: SQL | undefined
}

/** The rows of one page in their order, and how many there are in all. */
type Picked = { ids: number[]; total: number }

/** So many rows are gathered, counted and sorted at one go in a few milliseconds. */
const FEW = 10_000

/**
 * Which rows stand on a page, by as few columns as decide it; the caller then loads whole rows of these few, `inOrder`.
 * How many rows a scope, a filter and a text leave nobody knows beforehand. Walking an index of the order until a page is full is best for many, and for few it would go to the index's end: so these are gathered first.
 */
export async function pickPage(db: Db, list: List, { query, where, found }: Wanted): Promise<Picked> {
  const isWanted = and(where, found) ?? sql`true`
  const pick = { of: list.of, order: orderOf(list, query.sort), isWanted, ...pageOf(query) }
  return (await pickFew(db, pick)) ?? pickMany(db, pick)
}

type Pick = { of: List['of']; order: Order; isWanted: SQL; limit: number; offset: number }

const valuesOf = ({ of, order, isWanted }: Pick): SQL =>
  sql`select ${of.id} as id, ${order.value} as value from ${of} ${order.join} where ${isWanted}`

/** Nothing when they are more than a few. */
async function pickFew(db: Db, pick: Pick): Promise<Picked | undefined> {
  const [picked] = await db.execute<Picked>(sql`
    with few as materialized (${valuesOf(pick)} limit ${FEW + 1})
    select (select count(*)::int from few) as total,
      array(select id from few ${orderBy(pick.order)} limit ${pick.limit} offset ${pick.offset}) as ids`)
  return picked && picked.total <= FEW ? picked : undefined
}

async function pickMany(db: Db, pick: Pick): Promise<Picked> {
  const { of, isWanted, limit, offset } = pick
  const [counted] = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${of} where ${isWanted}`,
  )
  const total = counted?.total ?? 0
  const end = Math.min(offset + limit, total)
  if (offset >= end) return { ids: [], total }
  // A page beyond the middle is nearer from the end.
  const isFromEnd = offset + end > total
  const ids = await walk(db, pick, {
    isFromEnd,
    offset: isFromEnd ? total - end : offset,
    limit: end - offset,
  })
  return { ids: isFromEnd ? ids.toReversed() : ids, total }
}

type Part = { isFromEnd: boolean; offset: number; limit: number }

async function walk(db: Db, pick: Pick, { isFromEnd, offset, limit }: Part): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    select id from (${valuesOf(pick)}) many ${orderBy(pick.order, isFromEnd)} limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
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
