import type { Db } from '@carewatch/platform/database/client'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { hangPicture } from '../products/pictures.ts'
import { getArticle } from './article-rows.ts'

/** Its translations stay and stand for themselves. */
export async function deleteArticle(db: Db, caller: Caller, uuid: string): Promise<null> {
  await db.transaction(async (tx) => {
    const article = await getArticle(tx, uuid)
    const noPicture = await hangPicture(tx, caller, { uuid: null, had: article.pictureId })
    await saveAsSeen(tx, articles, { row: article, columns: { deletedAt: new Date(), ...noPicture } })
    await tx.update(articles).set({ originalId: null }).where(eq(articles.originalId, article.id))
    await audit(tx, caller, { action: 'deleted', entity: 'article', uuid })
  })
  return null
}
