import { users } from '@carewatch/migrations/schema/people'
import { sql } from 'drizzle-orm'

/** When a person changed: later than what anybody saw of them before. */
export const changedNow = sql`greatest(now(), ${users.updatedAt} + interval '1 millisecond')`
