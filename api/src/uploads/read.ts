import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { uploads } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleUploads } from '../access/visible.ts'
import type { FileAnswer } from '../http/serve.ts'

/** A file, for whoever sent it and whoever may see what it hangs on. */
export async function readUpload(db: Db, viewer: Viewer, uuid: string): Promise<FileAnswer> {
  const [found] = await db
    .select({ content: uploads.content, mediaType: uploads.mediaType, fileName: uploads.fileName })
    .from(uploads)
    .where(and(eq(uploads.uuid, uuid), isNull(uploads.deletedAt), visibleUploads(viewer)))
  if (!found) throw new Refusal('notFound')
  return { body: found.content, mediaType: found.mediaType, fileName: found.fileName }
}
