import type { updateArticle as contract } from '@carewatch/contracts/http/articles'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { namesOfChanged } from '../http/changed.ts'
import { orConflict } from '../http/unique.ts'
import { defined } from '../http/defined.ts'
import { hangPicture } from '../products/pictures.ts'
import { articleById, type ArticleRow, getArticle } from './article-rows.ts'
import { originalOf } from './original.ts'

/** What others translate stays English. */
async function refuseToMoveOriginal(tx: Db, { id }: ArticleRow): Promise<void> {
  const isTranslation = and(eq(articles.originalId, id), isNull(articles.deletedAt))
  if ((await tx.$count(articles, isTranslation)) > 0) throw new Refusal('conflict', 'hasTranslations')
}

export async function updateArticle(
  db: Db,
  caller: Caller,
  { params: { uuid }, body: asked }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { pictureUuid, originalUuid, updatedAt: seenAt, ...given } = asked
  const id = await orConflict(
    'translationTaken',
    db.transaction(async (tx) => {
      const article = await getArticle(tx, uuid)
      const { language = article.language } = given
      if (language !== 'en') await refuseToMoveOriginal(tx, article)
      const original = await originalOf(tx, { uuid: originalUuid, language, selfId: article.id })
      const picture = await hangPicture(tx, caller, { uuid: pictureUuid, had: article.pictureId })
      const columns = { ...defined(given), ...original, ...picture }
      await saveAsSeen(tx, articles, { row: article, columns, seenAt })
      const detail = { fields: namesOfChanged(article, columns) }
      await audit(tx, caller, { action: 'updated', entity: 'article', uuid, detail })
      return article.id
    }),
  )
  return articleById(db, id)
}
