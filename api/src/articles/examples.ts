import type * as contract from '@carewatch/contracts/http/articles'
import { articles } from '@carewatch/migrations/schema/catalogue'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

const text = { type: 'yoga' as const, title: 'Chair yoga', summary: 'Ten quiet minutes.', body: 'Sit tall.' }

export async function anArticle({ db }: Harness, values: Partial<typeof articles.$inferInsert> = {}) {
  const [article] = await db
    .insert(articles)
    .values({ ...text, ...values })
    .returning()
  if (!article) throw new Error('The insert answered no row.')
  return article
}

const one = async (_: unknown, harness: Harness) => ({ params: { uuid: (await anArticle(harness)).uuid } })

export const examples: Examples<typeof contract> = {
  allArticles: { of: 'anyone', ask: () => ({ query: { type: 'gym', search: 'chair' } }) },
  articleDetails: { of: 'anyone', ask: one },
  everyArticle: { of: 'list', ask: () => ({ query: { language: 'iw' } }) },
  articleToEdit: { of: 'row', ask: one },
  newArticle: {
    of: 'list',
    ask: async (_, harness) => ({
      body: { ...text, language: 'iw', originalUuid: (await anArticle(harness)).uuid, minutesToRead: 3 },
    }),
  },
  updateArticle: {
    of: 'row',
    ask: async (_, harness) => ({ ...(await one(_, harness)), body: { isPublished: false } }),
  },
  deleteArticle: { of: 'row', ask: one },
}
