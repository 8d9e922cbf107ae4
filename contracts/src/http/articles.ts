import { ArticleType } from '../catalogue.ts'
import { z } from 'zod'
import { Language } from '../languages.ts'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { requiredText } from './fields.ts'
import { PictureUuid } from './products.ts'

export const ARTICLE_BODY_MAX = 20_000

export const Article = z
  .object({
    uuid: Uuid,
    type: ArticleType,
    title: z.string(),
    summary: z.string(),
    minutesToRead: z.int(),
    imageUrl: z.string().nullable(),
    language: Language,
    /** The English article that it says in another language. */
    originalUuid: Uuid.nullable(),
    isPublished: z.boolean(),
    createdAt: Instant,
    /** Sent back with a change, it is refused when somebody else changed the article meanwhile. */
    updatedAt: Instant,
  })
  .meta({ id: 'Article' })
export type Article = z.output<typeof Article>

const fields = {
  type: ArticleType,
  title: requiredText(150),
  summary: requiredText(300),
  /** Markdown without HTML. */
  body: requiredText(ARTICLE_BODY_MAX),
  minutesToRead: z.int().min(1, { error: 'tooSmall' }).max(120, { error: 'tooLarge' }),
  pictureUuid: PictureUuid,
  language: Language,
  originalUuid: Uuid.nullable(),
  isPublished: z.boolean(),
}

const query = z.strictObject({ ...paging, type: ArticleType.optional() })
const reply = z.object({ articles: z.array(Article), total: Total })
const byUuid = z.object({ uuid: Uuid })
const whole = z.object({ article: Article.extend({ body: z.string() }) })

export const allArticles = endpoint({
  method: 'GET',
  path: '/articles/all',
  summary: 'What there is to read: in the language of the request where it was translated, else in English',
  allow: 'anyone',
  byKey: null,
  query,
  reply,
})

export const articleDetails = endpoint({
  method: 'GET',
  path: '/articles/details/:uuid',
  summary: 'One article with its text, in the language of the request where it was translated',
  allow: 'anyone',
  byKey: null,
  params: byUuid,
  reply: whole,
})

export const everyArticle = endpoint({
  method: 'GET',
  path: '/articles/every',
  summary: 'Every article in every language, with what is not published yet',
  allow: permissions.editCatalogue,
  byKey: null,
  query: query.extend({ language: Language.optional() }),
  reply,
})

export const articleToEdit = endpoint({
  method: 'GET',
  path: '/articles/edit/:uuid',
  summary: 'One article as it was written, published or not',
  allow: permissions.editCatalogue,
  byKey: null,
  params: byUuid,
  reply: whole,
})

export const newArticle = endpoint({
  method: 'POST',
  path: '/articles/new',
  summary: 'Write an article, or a translation of an English one',
  allow: permissions.editCatalogue,
  byKey: null,
  body: z
    .strictObject(fields)
    .partial()
    .extend({ type: fields.type, title: fields.title, summary: fields.summary, body: fields.body }),
  reply: whole,
})

export const updateArticle = endpoint({
  method: 'POST',
  path: '/articles/update/:uuid',
  summary: 'Change an article: those fields named',
  allow: permissions.editCatalogue,
  byKey: null,
  params: byUuid,
  body: z.strictObject(fields).partial().extend({ updatedAt: Instant.optional() }),
  reply: whole,
})

export const deleteArticle = endpoint({
  method: 'DELETE',
  path: '/articles/:uuid',
  summary: 'Delete an article; its translations stay and stand for themselves',
  allow: permissions.editCatalogue,
  byKey: null,
  params: byUuid,
  reply: nothing,
})
