import type { Language } from '@carewatch/contracts/languages'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

const translations = alias(articles, 'translations')

/** A condition on `articles`: what anyone may read. */
export const published = (): SQL | undefined =>
  and(eq(articles.isPublished, true), isNull(articles.deletedAt))

/** A condition on `articles`: those in this language, and the English ones that nobody has translated into it. */
export function readableIn(language: Language): SQL | undefined {
  const isTranslated = sql`exists (select from ${articles} ${translations}
    where ${translations.originalId} = ${articles.id} and ${translations.language} = ${language}
      and ${translations.isPublished} and ${translations.deletedAt} is null)`
  const isEnglishOnly = and(eq(articles.language, 'en'), sql`not ${isTranslated}`)
  return and(published(), or(eq(articles.language, language), isEnglishOnly))
}
