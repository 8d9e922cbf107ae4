import type { Input } from '@carewatch/contracts/http/endpoint'
import type { readUpload as contract } from '@carewatch/contracts/http/uploads'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { uploads } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleUploads } from '../access/visible.ts'
import type { FileAnswer } from '../http/serve.ts'
import { isPicture } from './recognise.ts'
import type { SmallPictures } from './small-pictures.ts'

type Asked = Input<typeof contract> & { pictures: SmallPictures }

/** A file, for whoever sent it and whoever may see what it hangs on; a picture small, where that is asked for. */
export async function readUpload(
  db: Db,
  viewer: Viewer,
  { params: { uuid }, query: { small }, pictures }: Asked,
): Promise<FileAnswer> {
  const isSeen = and(eq(uploads.uuid, uuid), isNull(uploads.deletedAt), visibleUploads(viewer))
  const [found] = await db
    .select({ mediaType: uploads.mediaType, fileName: uploads.fileName })
    .from(uploads)
    .where(isSeen)
  if (!found) throw new Refusal('notFound')
  const load = async () => {
    const [file] = await db.select({ content: uploads.content }).from(uploads).where(isSeen)
    // It was deleted since it was found.
    if (!file) throw new Refusal('notFound')
    return file.content
  }
  const { mediaType, fileName } = found
  if (small && isPicture(mediaType))
    return { body: await pictures(uuid, load), mediaType: 'image/jpeg', fileName }
  return { body: await load(), mediaType, fileName }
}
