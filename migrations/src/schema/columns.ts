import { customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** `id` inside, `uuid` (version 7) outside. */
export const ids = () => ({
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  uuid: uuid()
    .notNull()
    .unique()
    .default(sql`uuidv7()`),
})

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const times = {
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
}

/** Rows whose history matters are never really deleted. */
export const deletable = { ...times, deletedAt: instant('deleted_at') }
