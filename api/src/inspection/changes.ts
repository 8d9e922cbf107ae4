import { type MonthlyPack, PACK_MOST } from '@carewatch/contracts/http/monthly-packs'
import { limitSettings } from '@carewatch/contracts/settings'
import { devices } from '@carewatch/migrations/schema/devices'
import { auditLog, companies } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleTraces } from '../access/visible.ts'
import { wearerOf } from '../access/wearer-summary.ts'
import type { BranchRow } from '../branches/find.ts'
import type { Range } from '../http/range.ts'
import { toPackPerson } from './person.ts'

type Change = MonthlyPack['changes'][number]
type Of = Range & { branch: BranchRow; names: boolean }

const ofWatch = `{${limitSettings.map(({ name }) => name).join()}}`
/** Of a trace which of its fields are limits, a usual day or chains; each limit of a watch is a field of its own there. */
const fields = sql<
  string[]
>`array(select distinct case when field = any(${ofWatch}::text[]) then 'limits' else field end from jsonb_array_elements_text(
  case when jsonb_typeof(${auditLog.detail} -> 'fields') = 'array' then ${auditLog.detail} -> 'fields' else '[]' end) field
  where field in ('limits', 'routine') or field = any(${ofWatch}::text[]) or field like 'limits.%' or field like 'escalation.%' order by 1)`

const wornBy = wearerOf({
  wearerId: sql`wearer_at(${devices.id}, ${auditLog.at})`,
  companyId: devices.companyId,
})

/** Who changed limits and chains, of the house, the branch and its watches. */
export async function readChanges(db: Db, viewer: Viewer, { branch, from, to, names }: Of) {
  // A trace of the version before does not say of which branch the watch was.
  const branchThen = sql`${auditLog.detail} ->> 'branch'`
  const isOfThen = sql`case when ${branchThen} is null then ${devices.branchId} = ${branch.id} else ${branchThen} = ${branch.uuid} end`
  const isOfBranch = or(
    and(eq(auditLog.entity, 'branch'), eq(auditLog.entityUuid, branch.uuid)),
    and(
      eq(auditLog.entity, 'company'),
      sql`${auditLog.entityUuid} = (select ${companies.uuid}::text from ${companies} where ${eq(companies.id, branch.companyId)})`,
    ),
    and(eq(auditLog.entity, 'device'), isOfThen),
  )
  const which = and(
    visibleTraces(viewer),
    eq(auditLog.companyId, branch.companyId),
    gte(auditLog.at, from),
    lt(auditLog.at, to),
    inArray(auditLog.action, ['updated', 'configured']),
    isOfBranch,
    sql`cardinality(${fields}) > 0`,
  )
  const isDevice = and(
    eq(auditLog.entity, 'device'),
    sql`${devices.uuid} = case when ${auditLog.entity} = 'device' then ${auditLog.entityUuid}::uuid end`,
  )
  // unscoped: traces that the viewer sees, each with the watch of this branch that it is about
  const rows = await db
    .select({
      at: auditLog.at,
      userId: auditLog.userId,
      by: nameBy(auditLog.userId),
      entity: auditLog.entity,
      fields,
      wearer: wornBy,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(auditLog)
    .leftJoin(devices, isDevice)
    .where(which)
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(PACK_MOST.changes)
  return {
    rows: rows.map((row): Change => ({
      at: row.at,
      by: row.by && fullName(row.by),
      of: row.entity === 'device' || row.entity === 'branch' ? row.entity : 'company',
      person: toPackPerson(row.wearer, names),
      fields: row.fields,
    })),
    all: rows[0]?.all ?? 0,
    userIds: rows.map(({ userId }) => userId),
    wearers: rows.flatMap(({ wearer }) => wearer ?? []),
  }
}
