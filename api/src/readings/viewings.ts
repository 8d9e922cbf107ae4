import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { type deviceViewings, viewingActions } from '@carewatch/contracts/http/viewings'
import type { Db } from '@carewatch/platform/database/client'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { laterOf } from '../access/worn.ts'
import { pageOf } from '../http/paging.ts'

type Action = (typeof viewingActions)[number]

/** Who looked at somebody's data: theirs to know. */
export async function listViewings(
  db: Db,
  viewer: Viewer,
  { params, query }: Input<typeof deviceViewings>,
): Promise<Reply<typeof deviceViewings>> {
  const { uuid, shownSince, changedSince } = await getVisibleDevice(db, viewer, params)
  const where = and(
    eq(auditLog.entity, 'device'),
    eq(auditLog.entityUuid, uuid),
    inArray(auditLog.action, [...viewingActions]),
    gte(auditLog.at, laterOf(shownSince, changedSince)),
  )
  const { limit, offset } = pageOf(query)
  // unscoped: a trace names a device by its uuid, and this one was found in the viewer's scope, with the time that they may see
  const [rows, total] = await Promise.all([
    db
      .select({ at: auditLog.at, action: auditLog.action, user: users })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.userId))
      .where(where)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(limit)
      .offset(offset),
    db.$count(auditLog, where),
  ])
  const viewings = rows.map(({ at, action, user }) => ({
    at,
    // Safe: only these were asked for.
    action: action as Action,
    user: user && { uuid: user.uuid, name: fullName(user), role: user.role },
  }))
  return { viewings, total }
}
