import { languages } from '@carewatch/contracts/languages'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { deletable, ids } from './columns.ts'
import { uploads } from './people.ts'

const shown = () => ({
  pictureId: integer('picture_id').references(() => uploads.id, { onDelete: 'set null' }),
  isPublished: boolean('is_published').notNull().default(true),
})

export const products = pgTable(
  'products',
  {
    ...ids(),
    type: text({ enum: ['fitness', 'monitoring'] }).notNull(),
    name: text().notNull(),
    summary: text().notNull(),
    description: text().notNull().default(''),
    /** Null: on request. */
    price: numeric({ precision: 10, scale: 2, mode: 'number' }),
    currency: text().notNull().default('ILS'),
    sort: integer().notNull().default(0),
    ...shown(),
    ...deletable,
  },
  (t) => [index('products_picture').on(t.pictureId)],
)

export const articles = pgTable(
  'articles',
  {
    ...ids(),
    type: text({ enum: ['yoga', 'gym', 'general'] }).notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    body: text().notNull(),
    minutesToRead: integer('minutes_to_read').notNull().default(2),
    language: text({ enum: languages }).notNull().default('en'),
    /** The English article that it says in another language. */
    originalId: integer('original_id').references((): AnyPgColumn => articles.id),
    ...shown(),
    ...deletable,
  },
  (t) => [
    index('articles_picture').on(t.pictureId),
    uniqueIndex('articles_translation')
      .on(t.originalId, t.language)
      .where(sql`deleted_at is null`),
  ],
)
