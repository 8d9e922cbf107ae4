import type { RejectReason } from '@carewatch/contracts/rejections'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { rejectedMessages } from '@carewatch/migrations/schema/readings'
import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { pageOf, type Paging } from '../http/paging.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

/** What a device sent and could not be used, newest first; the bytes themselves stay in the database. */
export async function listRejectedMessages(
  db: Db,
  viewer: Viewer,
  { uuid, ...paging }: Pick<Paging, 'page' | 'size'> & { uuid: string },
) {
  const device = await getVisibleDevice(db, viewer, { uuid })
  const { limit, offset } = pageOf(paging)
  const isOfDevice = and(
    eq(rejectedMessages.deviceId, device.id),
    gte(rejectedMessages.receivedAt, device.handledSince),
  )
  const [messages, [counted]] = await asItself(db, () =>
    Promise.all([
      db
        .select({
          receivedAt: rejectedMessages.receivedAt,
          topic: rejectedMessages.topic,
          // Safe: ingest writes these alone.
          reason: sql<RejectReason>`${rejectedMessages.reason}`,
          // Nothing else of what it said: a detail may hold a value.
          format: sql<
            string | null
          >`case when ${rejectedMessages.reason} = 'format' then ${rejectedMessages.detail} end`,
          bytes: sql<number>`octet_length(${rejectedMessages.payload})`,
        })
        .from(rejectedMessages)
        .where(isOfDevice)
        .orderBy(desc(rejectedMessages.receivedAt), desc(rejectedMessages.id))
        .limit(limit)
        .offset(offset),
      db.select({ total: count() }).from(rejectedMessages).where(isOfDevice),
    ]),
  )
  return { messages, total: counted?.total ?? 0 }
}
