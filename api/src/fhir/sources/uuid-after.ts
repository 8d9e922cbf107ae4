import { Uuid } from '@carewatch/contracts/wire'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { InvalidFields } from '../../http/invalid-fields.ts'

/** A condition on a uuid: it comes after the last of the page before. */
export function isUuidAfter(column: AnyPgColumn, after: string | undefined): SQL | undefined {
  if (after === undefined) return undefined
  if (!Uuid.safeParse(after).success) throw new InvalidFields({ _cursor: 'invalid' })
  return sql`${column} > ${after}::uuid`
}
