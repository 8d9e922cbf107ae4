import type { Article } from '@carewatch/contracts/http/articles'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { uploads } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { pictureUrl } from '../products/pictures.ts'

export type ArticleRow = typeof articles.$inferSelect
type Row = { article: ArticleRow; picture: string | null; original: string | null }

const originals = alias(articles, 'originals')

export const selectArticles = (db: Db) =>
  db
    .select({ article: articles, picture: uploads.uuid, original: originals.uuid })
    .from(articles)
    .leftJoin(uploads, eq(uploads.id, articles.pictureId))
    .leftJoin(originals, eq(originals.id, articles.originalId))

export const toArticle = ({ article, picture, original }: Row): Article & { body: string } => ({
  ...article,
  imageUrl: pictureUrl(picture),
  originalUuid: original,
})

export async function articleById(db: Db, id: number) {
  const [row] = await selectArticles(db).where(eq(articles.id, id))
  if (!row) throw new Refusal('notFound')
  return { article: toArticle(row) }
}

export async function getArticle(db: Db, uuid: string): Promise<ArticleRow> {
  const [article] = await db
    .select()
    .from(articles)
    .where(and(eq(articles.uuid, uuid), isNull(articles.deletedAt)))
  if (!article) throw new Refusal('notFound')
  return article
}
