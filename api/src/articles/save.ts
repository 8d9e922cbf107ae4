import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { and, eq, isNull } from 'drizzle-orm'
import { changedAfter } from '../http/changed.ts'
import type { ArticleRow } from './article-rows.ts'

type Saving = { columns: Partial<typeof articles.$inferInsert>; seenAt?: Date | undefined }

/** Of two who change an article at once, the second hears of it, and so does whoever looked at an older state. */
export async function saveArticle(
  tx: Db,
  article: ArticleRow,
  { columns, seenAt = article.updatedAt }: Saving,
): Promise<void> {
  if (seenAt.getTime() !== article.updatedAt.getTime()) throw new Refusal('conflict')
  const isAsSeen = and(
    eq(articles.id, article.id),
    eq(articles.updatedAt, article.updatedAt),
    isNull(articles.deletedAt),
  )
  const saved = await tx
    .update(articles)
    .set({ ...columns, updatedAt: changedAfter(articles.updatedAt) })
    .where(isAsSeen)
    .returning({ id: articles.id })
  if (saved.length === 0) throw new Refusal('conflict')
}
