import { type SQL, sql } from 'drizzle-orm'

/** One parameter however many texts. */
export const isOneOfTexts = (value: SQL, texts: readonly string[]): SQL =>
  sql`${value} = any(${sql.param([...texts])}::text[])`
