import type { Db } from '@carewatch/platform/database/client'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isAmong } from './among.ts'

/** The stored column by which people search this table (migrations/sql/0003_lists.sql): its words in small letters. */
export const searchText = (table: PgTable): SQL => sql`${table}.search_text`

/** First and last name as one, stored beside them; `people` is `users` or an alias of it. */
export const fullNameText = (people: PgTable): SQL => sql`${people}.full_name`

/** In every database a trigram; other letters are none where its ctype is C. */
const TRIGRAM = /[a-z0-9]{3}/i

/**
 * A text in small letters contains what was typed, as people mean it: capitals are small, `%` and `_` are letters.
 * A trigram index asked for a text without a trigram reads itself and then the table: the other collation, which compares the same, keeps it out.
 */
export function contains(smallText: SQL, typed: string): SQL {
  const pattern = `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return TRIGRAM.test(typed)
    ? sql`${smallText} like lower(${pattern})`
    : sql`${smallText} collate "C" like lower(${pattern})`
}

type Named = { id: AnyPgColumn; of: PgTable; text: SQL; typed: string }

/** Up to so many ids are named one by one: an index leads to them, and the planner knows how few they are. */
const FEW = 1_000

/** A condition on a column that names a row of another table: it names one whose text contains what was typed. */
export async function naming(db: Db, column: AnyPgColumn, { id, of, text, typed }: Named): Promise<SQL> {
  const found = sql`select ${id} as id from ${of} where ${contains(text, typed)}`
  // unscoped: which of these a list then shows is decided by the scope of the list
  const { rows } = await db.execute<{ id: number }>(sql`${found} limit ${FEW + 1}`)
  if (rows.length > FEW) return sql`${column} in (${found})`
  return isAmong(
    column,
    rows.map((row) => row.id),
  )
}
