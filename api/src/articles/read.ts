import type { articleDetails as contract } from '@carewatch/contracts/http/articles'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Language } from '@carewatch/contracts/languages'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { and, eq, or, sql } from 'drizzle-orm'
import { articleById, getArticle } from './article-rows.ts'
import { published } from './readable.ts'

/** In the reader's language where there is one; a shared link leads everyone to what they can read. */
export async function readArticle(db: Db, uuid: string, language: Language): Promise<Reply<typeof contract>> {
  const asked = await getArticle(db, uuid)
  const rootId = asked.originalId ?? asked.id
  const [best] = await db
    .select({ id: articles.id })
    .from(articles)
    .where(and(or(eq(articles.id, rootId), eq(articles.originalId, rootId)), published()))
    .orderBy(
      sql`${articles.language} = ${language} desc, ${articles.language} = 'en' desc, ${articles.id} = ${asked.id} desc, ${articles.id}`,
    )
    .limit(1)
  if (!best) throw new Refusal('notFound')
  return articleById(db, best.id)
}
