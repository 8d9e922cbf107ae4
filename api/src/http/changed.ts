import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The time of a change, never that of the change before: by it the second of two who change a row at once is told. */
export const changedAfter = (updatedAt: AnyPgColumn): SQL =>
  sql`greatest(now(), ${updatedAt} + interval '1 millisecond')`

type Values = Readonly<Record<string, unknown>>

/** Which of these differ from what stands there: their names, for the trace. */
export const namesOfChanged = (before: Values, after: Values): string[] =>
  Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
