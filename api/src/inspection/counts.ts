import { lookActions } from '@carewatch/contracts/audit'
import type { MonthlyPack } from '@carewatch/contracts/http/monthly-packs'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { auditLog } from '@carewatch/migrations/schema/people'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, countDistinct, count, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { visibleTraces } from '../access/visible.ts'
import { visibleWearers } from '../access/visible-wearers.ts'
import type { Viewer } from '../access/viewer.ts'
import type { BranchRow } from '../branches/find.ts'
import type { Counted } from '../figures/counted.ts'
import type { Range } from '../http/range.ts'

type Of = Range & { branch: BranchRow }
type Kind = MonthlyPack['kinds'][number]

/** Of each kind and severity how many there were, and how they ended: of the alarms that the figures count. */
export async function readKinds(db: Db, { which }: Counted): Promise<Kind[]> {
  const { rows } = await db.execute<Kind>(sql`
    select kind, severity, sum(n)::int as alarms, sum(answered)::int as answered, sum(open)::int as open,
      coalesce(json_agg(json_build_object('cause', cause, 'n', closed) order by closed desc, cause) filter (where closed > 0), '[]') as causes
    from (select ${alarms.kind} as kind, ${alarms.severity} as severity, ${alarms.cause} as cause, count(*) as n,
        count(*) filter (where ${alarms.acknowledgedById} is not null) as answered,
        count(*) filter (where ${alarms.closedAt} is null) as open,
        count(*) filter (where ${alarms.closedAt} is not null) as closed
      from ${alarms} where ${which} group by 1, 2, 3) of_cause
    group by 1, 2 order by 3 desc, 1, 2`)
  return [...rows]
}

/** How many incidents these alarms are. */
export async function countIncidents(db: Db, { which }: Counted): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(distinct coalesce(${alarms.incidentId}, ${alarms.id}))::int` })
    .from(alarms)
    .where(which)
  return row?.n ?? 0
}

/** Chains that were tried: what no figure counts. */
export const countRehearsals = (db: Db, counted: Counted, visible: Counted['which']): Promise<number> =>
  db.$count(
    alarms,
    and(
      visible,
      eq(alarms.branchId, counted.branchId ?? 0),
      eq(alarms.rehearsal, true),
      gte(alarms.openedAt, counted.from),
      lt(alarms.openedAt, counted.to),
    ),
  )

/** Who lives there as this is made, and who of them wore a watch in this time. */
export async function countResidents(
  db: Db,
  viewer: Viewer,
  { branch, from, to }: Of,
): Promise<MonthlyPack['residents']> {
  const isWorn = and(
    eq(assignments.wearerId, wearers.id),
    lt(assignments.startedAt, to),
    or(isNull(assignments.endedAt), gt(assignments.endedAt, from)),
  )
  const [row] = await db
    .select({
      present: sql<number>`count(*) filter (where ${wearers.status} = 'ACTIVE')::int`,
      away: sql<number>`count(*) filter (where ${wearers.status} = 'AWAY')::int`,
      wore: sql<number>`count(*) filter (where exists (select from ${assignments} where ${isWorn}))::int`,
    })
    .from(wearers)
    .where(
      and(
        visibleWearers(viewer),
        eq(wearers.branchId, branch.id),
        inArray(wearers.status, ['ACTIVE', 'AWAY']),
      ),
    )
  return row ?? { present: 0, away: 0, wore: 0 }
}

/** How often somebody was shown a person of this branch, and by how many. */
export async function countLooks(
  db: Db,
  viewer: Viewer,
  { branch, from, to }: Of,
): Promise<MonthlyPack['looks']> {
  const [row] = await db
    .select({ traces: count(), people: countDistinct(auditLog.userId) })
    .from(auditLog)
    .where(
      and(
        visibleTraces(viewer),
        eq(auditLog.companyId, branch.companyId),
        gte(auditLog.at, from),
        lt(auditLog.at, to),
        eq(auditLog.entity, 'wearer'),
        inArray(auditLog.action, [...lookActions]),
        sql`${auditLog.entityUuid} in (select ${wearers.uuid}::text from ${wearers} where ${eq(wearers.branchId, branch.id)})`,
      ),
    )
  return row ?? { traces: 0, people: 0 }
}

/** Whoever is erased is of nobody's lists any more, and counted here alone. */
export const countErased = (db: Db, { branch, from, to }: Of): Promise<number> =>
  db.$count(
    wearers,
    and(eq(wearers.branchId, branch.id), gte(wearers.erasedAt, from), lt(wearers.erasedAt, to)),
  )
