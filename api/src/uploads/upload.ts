import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { uploadFile, UploadKind } from '@carewatch/contracts/http/uploads'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { uploads } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleUploads } from '../access/visible.ts'
import { receiveFiles } from './receive.ts'
import { locationOf } from '../http/upload-location.ts'
import { toUpload, uploadColumns } from './upload-rows.ts'

const KINDS = { profile: 'PROFILE', device: 'DEVICE', wearer: 'WEARER', document: 'DOCUMENT' } as const
export const storedKind = (kind: UploadKind) => KINDS[kind]

/** Files nobody hung on anything. */
const LOOSE_FOR = sql`interval '1 day'`

/** Keeps the files of a request; all or none. */
export async function upload(
  db: Db,
  caller: Caller,
  { query, request }: Pick<Input<typeof uploadFile>, 'query'> & { request: FastifyRequest },
): Promise<Reply<typeof uploadFile>> {
  const files = await receiveFiles(request, query.type)
  const rows = files.map(({ fileName, mediaType, content }) => ({
    userId: caller.id,
    kind: storedKind(query.type),
    fileName,
    mediaType,
    content,
    bytes: content.length,
  }))
  const kept = await db.transaction(async (tx) => {
    // unscoped: what nobody hung anywhere is swept away, whoever sent it
    await tx
      .delete(uploads)
      .where(and(isNull(uploads.completedAt), lt(uploads.createdAt, sql`now() - ${LOOSE_FOR}`)))
    const inserted = await tx.insert(uploads).values(rows).returning(uploadColumns)
    const detail = { files: inserted.length, type: query.type }
    await audit(tx, caller, { action: 'created', entity: 'upload', uuid: inserted[0]?.uuid, detail })
    return inserted
  })
  const [first] = kept
  if (!first) throw new Refusal('unavailable')
  return { location: locationOf(first.uuid), files: kept.map(toUpload) }
}

/** Deletes a file of one's own. */
export const deleteUpload = (db: Db, caller: Caller, uuid: string): Promise<null> =>
  db.transaction(async (tx) => {
    const deleted = await tx
      .delete(uploads)
      .where(and(eq(uploads.uuid, uuid), eq(uploads.userId, caller.id), visibleUploads(caller)))
      .returning({ id: uploads.id })
    if (deleted.length === 0) throw new Refusal('notFound')
    await audit(tx, caller, { action: 'deleted', entity: 'upload', uuid })
    return null
  })
