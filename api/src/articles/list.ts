import type { everyArticle as contract } from '@carewatch/contracts/http/articles'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { and, eq, type SQL } from 'drizzle-orm'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains, searchText } from '../http/search.ts'
import { selectArticles, toArticle } from './article-rows.ts'

const list: List = {
  of: articles,
  sortable: { createdAt: articles.createdAt, title: articles.title, minutesToRead: articles.minutesToRead },
  usual: '-createdAt',
}

/** `where`: which of them the reader may read. */
export async function listArticles(
  db: Db,
  { query }: Input<typeof contract>,
  where: SQL | undefined,
): Promise<Reply<typeof contract>> {
  const { type, language, search } = query
  const { ids, total } = await pickPage(db, list, {
    query,
    where: and(where, type && eq(articles.type, type), language && eq(articles.language, language)),
    found: search ? contains(searchText(articles), search) : undefined,
  })
  const rows = await selectArticles(db).where(isAmong(articles.id, ids))
  return { articles: inOrder(ids, rows, ({ article }) => article.id).map(toArticle), total }
}
