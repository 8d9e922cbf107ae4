import type { Language } from '@carewatch/contracts/languages'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'

/** A condition on `articles`: what anyone may read. */
export const published = (): SQL | undefined =>
  and(eq(articles.isPublished, true), isNull(articles.deletedAt))

/** A condition on `articles`: those in this language, and the English ones that nobody has translated into it. */
export function readableIn(language: Language): SQL | undefined {
  const isTranslated = sql`exists (select from ${articles} translation
    where translation.original_id = ${articles}.id and translation.language = ${language}
      and translation.is_published and translation.deleted_at is null)`
  const isEnglishOnly = and(eq(articles.language, 'en'), sql`not ${isTranslated}`)
  return and(published(), or(eq(articles.language, language), isEnglishOnly))
}
