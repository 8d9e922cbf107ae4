import type { ShiftSheet } from '@carewatch/contracts/http/shift-sheet'
import { auditLog } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, exists, gte, isNotNull, lt, max, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { visibleTraces, type RoomWho } from '../../access/visible.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { wearerOf } from '../../access/wearer-summary.ts'
import type { Range } from '../../http/range.ts'
import type { Asked } from './happened.ts'

type Stay = NonNullable<ShiftSheet['stays']>[number]
type Moments = {
  status: Stay['wearer']['status']
  createdAt: Date
  hereSince: Date | null
  placedAt: Date | null
  endedAt: Date | null
  isChangedSince: boolean
}

const inTime = (column: AnyPgColumn, { from, to }: Range) => and(gte(column, from), lt(column, to))

/** Traces of somebody's status that was changed; what it was before nobody wrote down. */
const isChange = (caller: RoomWho) =>
  and(
    visibleTraces(caller),
    eq(auditLog.entity, 'wearer'),
    eq(auditLog.action, 'updated'),
    sql`${auditLog.detail} -> 'fields' ? 'status'`,
  )

/** When it was changed in this time. */
const changedAt = (db: Db, caller: RoomWho, range: Range) =>
  db
    .select({ uuid: auditLog.entityUuid, at: max(auditLog.at).as('changed_at') })
    .from(auditLog)
    .where(and(isChange(caller), inTime(auditLog.at, range)))
    .groupBy(auditLog.entityUuid)
    .as('changed')

/** Whether it was after this time: then the status of now is none of it. */
const isChangedSince = (db: Db, caller: RoomWho, { to }: Range) =>
  sql<boolean>`${exists(
    db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(
        and(isChange(caller), eq(auditLog.entityUuid, sql`${wearers.uuid}::text`), gte(auditLog.at, to)),
      ),
  )}`

/** What of these moments is of this time, the first first. */
function staysOf(moments: Moments, { from, to }: Range): Pick<Stay, 'at' | 'what'>[] {
  const { status, createdAt, hereSince, placedAt, endedAt } = moments
  const isIn = (at: Date | null): at is Date => at !== null && at >= from && at < to
  const isGone = (status === 'LEFT' || status === 'DECEASED') && !moments.isChangedSince
  const found: Pick<Stay, 'at' | 'what'>[] = []
  if (!isGone && isIn(createdAt)) found.push({ at: createdAt, what: 'NEW' })
  if (isGone && isIn(endedAt)) found.push({ at: endedAt, what: status })
  if (!isGone && isIn(hereSince)) found.push({ at: hereSince, what: 'BACK' })
  if (!isGone && isIn(placedAt)) found.push({ at: placedAt, what: 'MOVED' })
  return found
}

/** Who came, moved, left or died in a shift: the list of who lives there is another after it. */
export async function readStays(db: Db, caller: RoomWho, { branchId, ...range }: Asked): Promise<Stay[]> {
  const changed = changedAt(db, caller, range)
  const { status, createdAt, hereSince, placedAt } = wearers
  const rows = await db
    .select({
      wearer: wearerOf({ wearerId: wearers.id, companyId: wearers.companyId }, caller),
      moments: {
        status,
        createdAt,
        hereSince,
        placedAt,
        endedAt: changed.at,
        isChangedSince: isChangedSince(db, caller, range),
      },
    })
    .from(wearers)
    .leftJoin(changed, sql`${changed.uuid} = ${wearers.uuid}::text`)
    .where(
      and(
        visibleWearers(caller),
        eq(wearers.branchId, branchId),
        or(
          isNotNull(changed.at),
          inTime(createdAt, range),
          inTime(hereSince, range),
          inTime(placedAt, range),
        ),
      ),
    )
    .orderBy(asc(wearers.id))
  return rows
    .flatMap(({ wearer, moments }) =>
      wearer ? staysOf(moments, range).map((stay) => ({ wearer, ...stay })) : [],
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
