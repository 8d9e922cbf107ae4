import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

type Named<Uuid, First, Last> = { uuid: Uuid; firstName: First; lastName: Last }
type Name = Named<string, string, string>

/** The columns by which a person is named, of `users` or an alias of it: a whole row is forty columns, a password's hash among them. */
export const nameOf = <Uuid, First, Last>({ uuid, firstName, lastName }: Named<Uuid, First, Last>) => ({
  uuid,
  firstName,
  lastName,
})

/** Whoever did what a row is of, whatever became of their account (`account_name`, migrations/sql/0057_account_name.sql). */
export const nameBy = <Column extends AnyPgColumn>(
  column: Column,
): SQL<Column['_']['notNull'] extends true ? Name : Name | null> => sql`account_name(${column})`
