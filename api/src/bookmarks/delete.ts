import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { bookmarks } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { mayDelete, selectBookmarks } from './bookmark-rows.ts'

export async function deleteBookmark(db: Db, caller: Caller, uuid: string): Promise<null> {
  const [row] = await selectBookmarks(db, caller).where(and(eq(bookmarks.uuid, uuid), visibleDevices(caller)))
  if (!row) throw new Refusal('notFound')
  if (!mayDelete(caller, row)) throw new Refusal('forbidden')
  const { companyId } = row.device
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(bookmarks)
      .where(eq(bookmarks.id, row.bookmark.id))
      .returning({ id: bookmarks.id })
    if (gone.length === 0) throw new Refusal('notFound')
    await audit(tx, caller, { action: 'deleted', entity: 'bookmark', uuid, companyId })
  })
  return null
}
