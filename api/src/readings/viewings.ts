import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { asItself } from '@carewatch/platform/database/as-itself'
import { type deviceViewings, viewingActions } from '@carewatch/contracts/http/viewings'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { and, desc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { laterOf, presentWearer } from '../access/worn.ts'
import { pageOf } from '../http/paging.ts'
import { seen } from '../access/seen.ts'

type Action = (typeof viewingActions)[number]

/** Who looked at somebody's data: theirs to know. */
export async function listViewings(
  db: Db,
  viewer: Viewer,
  { params, query }: Input<typeof deviceViewings>,
): Promise<Reply<typeof deviceViewings>> {
  const { uuid, shownSince, changedSince } = await getVisibleDevice(db, viewer, params)
  // By themselves they were looked at, or by what they wear.
  const worn = sql`(select ${presentWearer}::text from ${devices} where ${devices.uuid} = ${uuid})`
  const where = and(
    or(
      and(eq(auditLog.entity, 'device'), eq(auditLog.entityUuid, uuid)),
      and(eq(auditLog.entity, 'wearer'), eq(auditLog.entityUuid, worn)),
    ),
    inArray(auditLog.action, [...viewingActions]),
    gte(auditLog.at, laterOf(shownSince, changedSince)),
  )
  const { limit, offset } = pageOf(query)
  // unscoped: a trace names a device by its uuid, and this one was found in the viewer's scope, with the time that they may see
  const [rows, total] = await asItself(db, () =>
    Promise.all([
      db
        .select({ at: auditLog.at, action: auditLog.action, user: seen(users) })
        .from(auditLog)
        .leftJoin(users, eq(users.id, auditLog.userId))
        .where(where)
        .orderBy(desc(auditLog.at), desc(auditLog.id))
        .limit(limit)
        .offset(offset),
      db.$count(auditLog, where),
    ]),
  )
  const viewings = rows.map(({ at, action, user }) => ({
    at,
    // Safe: only these were asked for.
    action: action as Action,
    user: user && { uuid: user.uuid, name: fullName(user), role: user.role },
  }))
  return { viewings, total }
}
