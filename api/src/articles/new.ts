import type { newArticle as contract } from '@carewatch/contracts/http/articles'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { orConflict } from '../http/unique.ts'
import { defined } from '../http/defined.ts'
import { hangPicture } from '../products/pictures.ts'
import { articleById } from './article-rows.ts'
import { originalOf } from './original.ts'

export async function newArticle(
  db: Db,
  caller: Caller,
  { pictureUuid, originalUuid, ...given }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const { type, title, summary, body, language = 'en' } = given
  const id = await orConflict(
    'translationTaken',
    db.transaction(async (tx) => {
      const original = await originalOf(tx, { uuid: originalUuid, language, selfId: null })
      const picture = await hangPicture(tx, caller, { uuid: pictureUuid, had: null })
      const [made] = await tx
        .insert(articles)
        .values({ ...defined(given), type, title, summary, body, ...original, ...picture })
        .returning()
      if (!made) throw new Refusal('unavailable')
      await audit(tx, caller, { action: 'created', entity: 'article', uuid: made.uuid })
      return made.id
    }),
  )
  return articleById(db, id)
}
