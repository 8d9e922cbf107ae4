import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages, type Language } from '@carewatch/contracts/languages'
import { articles, products } from '@carewatch/migrations/schema/catalogue'
import { MINUTE_MS } from '../physiology/local-time.ts'
import { demoArticles, demoProducts } from './catalogue-data.ts'
import { only } from './only.ts'
import type { Writer } from './writer.ts'

type Written = (typeof demoArticles)[number]

const bodyOf = async ({ file }: Written, language: Language): Promise<string> =>
  (await readFile(join(import.meta.dirname, 'articles', `${file}.${language}.md`), 'utf8')).trim()

async function rowOf(written: Written, language: Language, createdAt: Date) {
  const { type, minutesToRead, texts } = written
  const words = texts[language]
  if (!words) return []
  const [title, summary] = words
  return [{ type, minutesToRead, title, summary, language, createdAt, body: await bodyOf(written, language) }]
}

async function writeArticle({ db }: Writer, written: Written, createdAt: Date): Promise<void> {
  const original = only(
    await db
      .insert(articles)
      .values(only(await rowOf(written, 'en', createdAt)))
      .returning(),
  )
  for (const language of languages.filter((each) => each !== 'en')) {
    const translated = await rowOf(written, language, createdAt)
    for (const row of translated) await db.insert(articles).values({ ...row, originalId: original.id })
  }
}

/** Products and articles, each with its place and its day. */
export async function writeCatalogue(writer: Writer, now: number): Promise<void> {
  await writer.db.insert(products).values(demoProducts.map((product, sort) => ({ ...product, sort })))
  for (const [place, written] of demoArticles.entries())
    await writeArticle(writer, written, new Date(now - place * MINUTE_MS * 60 * 24 * 3))
}
