import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** One parameter however many uuids: a statement takes at most 65,535 parameters, and each length would be planned anew. */
export const isOneOf = (column: AnyPgColumn, uuids: readonly string[]): SQL =>
  sql`${column} = any(${`{${uuids.join()}}`}::uuid[])`
