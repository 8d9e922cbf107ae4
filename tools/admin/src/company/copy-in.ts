import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Whole rows, as `copy` wrote them, into a table of this connection's own. Answers how many. */
export async function copyIn(
  client: pg.Client,
  { table, columns }: { table: string; columns: readonly string[] },
  content: Buffer,
): Promise<number> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const stream = client.query(copyFrom(`copy ${table} (${list}) from stdin`))
  await pipeline(Readable.from([content]), stream)
  return stream.rowCount
}
