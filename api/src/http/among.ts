import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** One parameter however many ids, and the planner sees how many. */
export const isAmong = (column: AnyPgColumn | SQL, ids: readonly number[]): SQL =>
  sql`${column} = any(${`{${ids.join()}}`}::int[])`
