import type { Db } from '@carewatch/migrations/client'
import { users } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'

/** Ends every session of this person; their open sockets hear of it from the database. */
export async function logout(db: Db, viewer: Viewer): Promise<null> {
  await db
    .update(users)
    .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(eq(users.id, viewer.id))
  return null
}
