import { UploadType } from '@carewatch/contracts/http/uploads'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { articles, products } from '@carewatch/migrations/schema/catalogue'
import { uploads } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { FileAnswer } from '../http/serve.ts'
import { isPicture } from '../uploads/recognise.ts'

/** Where the picture of a published product or article is read from. */
export const pictureUrl = (uuid: string | null): string | null =>
  uuid === null ? null : `/api/products/picture/${uuid}`

type Asked = { uuid: string | null | undefined; had: number | null }

/** Hangs up a picture the editor sent; the one that hung there is swept away with the loose ones. */
export async function hangPicture(
  tx: Db,
  caller: Caller,
  { uuid, had }: Asked,
): Promise<{ pictureId?: number | null }> {
  if (uuid === undefined) return {}
  const pictureId = uuid === null ? null : await ownPictureId(tx, caller, uuid)
  if (had !== null && had !== pictureId)
    await tx.update(uploads).set({ completedAt: null }).where(eq(uploads.id, had))
  return { pictureId }
}

async function ownPictureId(tx: Db, caller: Caller, uuid: string): Promise<number> {
  const [picture] = await tx
    .update(uploads)
    .set({ completedAt: new Date(), updatedAt: new Date() })
    .where(and(eq(uploads.uuid, uuid), eq(uploads.userId, caller.id), isNull(uploads.deletedAt)))
    .returning({ id: uploads.id, mediaType: uploads.mediaType })
  if (!picture) throw new InvalidFields({ pictureUuid: 'unknown' })
  if (!isPicture(UploadType.parse(picture.mediaType))) throw new Refusal('invalid', 'wrongType')
  return picture.id
}

const hangsOn = (table: typeof products | typeof articles) =>
  sql`exists (select from ${table} where ${table.pictureId} = ${uploads.id}
    and ${table.isPublished} and ${table.deletedAt} is null)`

/** A picture that hangs where anyone may look. */
export async function readPicture(db: Db, uuid: string): Promise<FileAnswer> {
  const isShown = or(hangsOn(products), hangsOn(articles))
  // unscoped: it hangs on what anybody may read
  const [found] = await db
    .select({ body: uploads.content, mediaType: uploads.mediaType, fileName: uploads.fileName })
    .from(uploads)
    .where(and(eq(uploads.uuid, uuid), isNull(uploads.deletedAt), isShown))
  if (!found) throw new Refusal('notFound')
  return found
}
