import { type Loud, LOUDEST } from '@carewatch/contracts/http/alarm-figures'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { isNamed, worn } from '../access/visible-lives.ts'
import { wearerOf } from '../access/wearer-summary.ts'
import type { Services } from '../services.ts'
import { type Counted, isClosed, isFalse } from './counted.ts'
import { type LoudRow, suggestionsFor } from './suggestions.ts'

/** The watches that ring most, by what they ring for, each with a limit that would suit its wearer better. Who was erased is nobody: all of them are one row, as `cases.ts` finds them. */
export async function readLoudest(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  viewer: Viewer,
  { which }: Counted,
): Promise<Loud[]> {
  const { rows } = await db.execute<LoudRow>(sql`
    select "deviceId", "deviceUuid", "deviceName", "branchUuid", "branchName", kind, direction, metric, wearer, bool_and("isWornNow") as "isWornNow",
      sum(alarms)::int as alarms, sum(closed)::int as closed, sum("falseAlarms")::int as "falseAlarms"
    from (select ${devices.id} as "deviceId", ${devices.uuid} as "deviceUuid", ${devices.name} as "deviceName", ${alarms.wearerId} as "wearerId",
      ${branches.uuid} as "branchUuid", ${branches.name} as "branchName", ${alarms.kind} as kind,
      ${alarms.direction} as direction, ${alarms.metric} as metric, count(*)::int as alarms,
      ${wearerOf({ wearerId: alarms.wearerId, companyId: devices.companyId })}::jsonb as wearer,
      ${alarms.wearerId} is not distinct from present_wearer(${devices.id}) as "isWornNow",
      count(*) filter (where ${isClosed})::int as closed, count(*) filter (where ${isFalse})::int as "falseAlarms"
    from ${alarms} inner join ${devices} on ${eq(devices.id, alarms.deviceId)} and ${isNamed(viewer, worn.alarms)}
      left join ${branches} on ${eq(branches.id, devices.branchId)}
    where ${which} group by 1, 2, 3, 4, 5, 6, 7, 8, 9) each_wearer
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by sum(alarms) desc, 3, 6, wearer ->> 'uuid' limit ${LOUDEST}`)
  const suggestions = await suggestionsFor({ db, facts }, rows)
  return rows.map((row, index) => ({
    device: { uuid: row.deviceUuid, name: row.deviceName },
    wearer: row.wearer,
    branch:
      row.branchUuid === null || row.branchName === null
        ? null
        : { uuid: row.branchUuid, name: row.branchName },
    kind: row.kind,
    direction: row.direction,
    alarms: row.alarms,
    closed: row.closed,
    falseAlarms: row.falseAlarms,
    suggestion: suggestions[index] ?? null,
  }))
}
