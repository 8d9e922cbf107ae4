import { AuditAction, AuditEntity, type AuditKind, lookActions } from '@carewatch/contracts/audit'
import type { auditTrail } from '@carewatch/contracts/http/audit'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { and, desc, eq, gte, inArray, lt, notInArray, type SQL } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleTraces } from '../access/visible.ts'
import { pageOf } from '../http/paging.ts'
import { namesOfRows } from './names.ts'
import { nameBy } from '../access/name-of.ts'
import { asItself } from '@carewatch/platform/database/as-itself'

type Query = Input<typeof auditTrail>['query']

const kinds: Record<AuditKind, SQL> = {
  done: notInArray(auditLog.action, [...lookActions]),
  looked: inArray(auditLog.action, [...lookActions]),
}

const filters = ({ entity, entityUuid, action, kind, from, to }: Query): SQL | undefined =>
  and(
    entity && eq(auditLog.entity, entity),
    entityUuid === undefined ? undefined : eq(auditLog.entityUuid, entityUuid),
    action && eq(auditLog.action, action),
    kind && kinds[kind],
    from && gte(auditLog.at, from),
    to && lt(auditLog.at, to),
  )

async function userIdOf(db: Db, uuid: string): Promise<number> {
  // unscoped: it only picks among traces that are the viewer's to see, and people who were erased, or went to another company, left some
  const [user] = await asItself(db, () => db.select({ id: users.id }).from(users).where(eq(users.uuid, uuid)))
  return user?.id ?? 0
}

/** The newest traces of the viewer's company; an administrator's list holds everybody's. */
export async function listTraces(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof auditTrail>,
): Promise<Reply<typeof auditTrail>> {
  const who = query.userUuid && eq(auditLog.userId, await userIdOf(db, query.userUuid))
  const where = and(visibleTraces(viewer), filters(query), who || undefined)
  const [rows, total] = await Promise.all([
    db
      .select({ trace: auditLog, user: nameBy(auditLog.userId) })
      .from(auditLog)
      .where(where)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(query.size)
      .offset(pageOf(query).offset),
    db.$count(auditLog, where),
  ])
  const traces = rows.map(({ trace, user }) => ({
    uuid: trace.uuid,
    at: trace.at,
    user: user && { uuid: user.uuid, name: fullName(user) },
    action: AuditAction.parse(trace.action),
    entity: AuditEntity.parse(trace.entity),
    entityUuid: trace.entityUuid,
    address: trace.address,
    detail: trace.detail,
  }))
  const aboutOf = await namesOfRows(db, viewer, traces)
  return { traces: traces.map((trace) => ({ ...trace, about: aboutOf(trace) })), total }
}
