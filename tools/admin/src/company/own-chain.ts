import { BEGINNING, CONTENT, type End, linkOf, nameOf } from '@carewatch/platform/audit/chain'
import type pg from 'pg'

const ROWS_AT_ONCE = 5_000

type Row = { id: number; content: string }

/** A chain of their own over the rows of the audit log that move, in the order of their numbers in the old installation; `from`: where they are, with `l` as their name. */
export async function chainOver(client: pg.ClientBase, from: string): Promise<{ rows: number; end: string }> {
  let end: End = { position: 0, hash: BEGINNING }
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await client.query<Row>(
      `select l.id, ${CONTENT} as content from ${from} and l.id > $1 order by l.id limit ${ROWS_AT_ONCE}`,
      [after],
    )
    for (const { content } of rows) end = { position: end.position + 1, hash: linkOf(end.hash, content) }
    after = rows.at(-1)?.id ?? after
    isMore = rows.length === ROWS_AT_ONCE
  }
  return { rows: end.position, end: nameOf(end) }
}
