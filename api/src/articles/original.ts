import type { Language } from '@carewatch/contracts/languages'
import type { Db } from '@carewatch/platform/database/client'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { and, eq, isNull } from 'drizzle-orm'
import { InvalidFields } from '../http/invalid-fields.ts'

type Asked = { uuid: string | null | undefined; language: Language; selfId: number | null }

/** Only an English article is an original, and only another language translates it. */
export async function originalOf(
  tx: Db,
  { uuid, language, selfId }: Asked,
): Promise<{ originalId?: number | null }> {
  if (language === 'en') {
    if (uuid) throw new InvalidFields({ originalUuid: 'invalid' })
    return { originalId: null }
  }
  if (uuid === undefined) return {}
  if (uuid === null) return { originalId: null }
  const [original] = await tx
    .select({ id: articles.id, language: articles.language })
    .from(articles)
    .where(and(eq(articles.uuid, uuid), isNull(articles.deletedAt)))
  if (!original || original.id === selfId) throw new InvalidFields({ originalUuid: 'unknown' })
  if (original.language !== 'en') throw new InvalidFields({ originalUuid: 'invalid' })
  return { originalId: original.id }
}
