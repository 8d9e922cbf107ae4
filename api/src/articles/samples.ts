import type * as contract from '@carewatch/contracts/http/articles'
import { articles } from '@carewatch/migrations/schema/catalogue'
import type { Samples } from '../testing/sample.ts'
import type { Stand } from '../testing/stand.ts'

const text = { type: 'yoga' as const, title: 'Chair yoga', summary: 'Ten quiet minutes.', body: 'Sit tall.' }

export async function anArticle({ db }: Stand, values: Partial<typeof articles.$inferInsert> = {}) {
  const [article] = await db
    .insert(articles)
    .values({ ...text, ...values })
    .returning()
  if (!article) throw new Error('The insert answered no row.')
  return article
}

const one = async (_: unknown, stand: Stand) => ({ params: { uuid: (await anArticle(stand)).uuid } })

export const samples: Samples<typeof contract> = {
  allArticles: { of: 'anyone', ask: () => ({ query: { type: 'gym', search: 'chair' } }) },
  articleDetails: { of: 'anyone', ask: one },
  everyArticle: { of: 'list', ask: () => ({ query: { language: 'iw' } }) },
  articleToEdit: { of: 'row', ask: one },
  newArticle: {
    of: 'list',
    ask: async (_, stand) => ({
      body: { ...text, language: 'iw', originalUuid: (await anArticle(stand)).uuid, minutesToRead: 3 },
    }),
  },
  updateArticle: {
    of: 'row',
    ask: async (_, stand) => ({ ...(await one(_, stand)), body: { isPublished: false } }),
  },
  deleteArticle: { of: 'row', ask: one },
}
