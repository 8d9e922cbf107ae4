import type pg from 'pg'
import type { AlarmChange } from '../alarms/change.ts'

/** What one round takes: the rest waits for the next. */
const AT_ONCE = 1_000

/** While somebody has taken the alarm they know; what lasts when they closed it is news again. */
const CONFLICTS = `
with noticed as (
  update identity_conflicts set evaluated_at = now()
  where id in (select id from identity_conflicts where evaluated_at is null order by id limit ${AT_ONCE} for update skip locked)
  returning device_id)
select distinct device_id as "deviceId" from noticed
where not exists (select from alarms a where a.device_id = noticed.device_id and a.kind = 'IDENTITY_CONFLICT' and a.closed_at is null
  and a.acknowledged_at is not null and not a.rehearsal)`

/** Devices that two say they are, as the brokers noticed. */
export async function identityConflicts(db: pg.ClientBase, at: Date): Promise<AlarmChange[]> {
  const { rows } = await db.query<{ deviceId: number }>(CONFLICTS)
  const conflict = { kind: 'IDENTITY_CONFLICT', direction: 'NONE', severity: 'HIGH' } as const
  return rows.map(({ deviceId }) => ({
    change: 'trigger',
    ...conflict,
    deviceId,
    metric: null,
    value: null,
    isLate: false,
    at,
  }))
}
