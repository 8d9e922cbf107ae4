import type { addBookmark } from '@carewatch/contracts/http/bookmarks'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { bookmarks } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { selectBookmarks, toBookmark } from './bookmark-rows.ts'

export async function noteBookmark(
  db: Db,
  caller: Caller,
  { body }: Input<typeof addBookmark>,
): Promise<Reply<typeof addBookmark>> {
  const {
    id: deviceId,
    companyId,
    shownSince,
  } = await getVisibleDevice(db, caller, {
    imei: body.deviceIMEI,
  })
  // It would be about who wore it before, and be read by those around them.
  if (body.time < shownSince) throw new InvalidFields({ time: 'beforeShown' })
  const { time: at, metric = null, label } = body
  return db.transaction(async (tx) => {
    const [added] = await tx
      .insert(bookmarks)
      .values({ deviceId, userId: caller.id, metric, at, label })
      .returning({ id: bookmarks.id, uuid: bookmarks.uuid })
    if (!added) throw new Refusal('unavailable')
    const detail = { metric }
    await audit(tx, caller, { action: 'created', entity: 'bookmark', uuid: added.uuid, companyId, detail })
    const [row] = await selectBookmarks(tx, caller).where(eq(bookmarks.id, added.id))
    if (!row) throw new Refusal('unavailable')
    return { bookmark: toBookmark(caller, row) }
  })
}
