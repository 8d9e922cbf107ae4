import { MODE_MINUTES } from '@carewatch/contracts/freshness'
import type pg from 'pg'
import type { AlarmChange } from '../alarms/change.ts'
import { isRefused } from './refused-places.ts'

const EXPECTED = `
case d.operation_mode when 'CUSTOM' then coalesce(s.location_interval_minutes, ${MODE_MINUTES.NORMAL})
  when 'POWER_SAVING' then ${MODE_MINUTES.POWER_SAVING} when 'EMERGENCY' then ${MODE_MINUTES.EMERGENCY} else ${MODE_MINUTES.NORMAL} end`

/** A watch that this program hurried may keep its old pace until it says that it has heard of it, or is seen to hurry. */
const PACE_BEFORE = `
case when d.operation_mode = 'EMERGENCY' and coalesce(s.reported_revision, 0) < s.revision
  and (select count(*) from positions p where p.device_id = d.id and p.time > st.last_seen_at - interval '5 minutes') < 3 then (
  select case h.change #>> '{operationMode,from}' when 'CUSTOM' then coalesce(s.location_interval_minutes, ${MODE_MINUTES.NORMAL})
    when 'POWER_SAVING' then ${MODE_MINUTES.POWER_SAVING} when 'NORMAL' then ${MODE_MINUTES.NORMAL} end
  from (
    select user_id, change from watch_settings_history where device_id = d.id and change ? 'operationMode' order by id desc limit 1) h
  where h.user_id is null) end`

/** Offline above six expected intervals, never under three minutes (contracts/freshness.ts); a device that never spoke is not silent yet. A silence is told once, though a person ends its alarm before it ends; whoever is not known to be the device ends none. */
const CHANGES = `
with watch as (
  select d.id, st.last_seen_at < at_least.spoken and not refused.is as silent,
    coalesce(st.proven_seen_at, st.last_seen_at) >= at_least.spoken or refused.is as returned,
    exists (select from alarms a where a.device_id = d.id and a.kind = 'OFFLINE' and a.closed_at is null and a.active and not a.rehearsal) as alarmed,
    exists (select from alarms a where a.device_id = d.id and a.kind = 'OFFLINE' and a.opened_at > st.last_seen_at and not a.rehearsal
      and a.wearer_id is not distinct from present_wearer(d.id)) as told
  from devices d join device_status st on st.device_id = d.id left join watch_settings s on s.device_id = d.id
  cross join lateral (select now() - greatest(${EXPECTED} * 6, (${PACE_BEFORE}) * 6, 3) * interval '1 minute' as spoken) at_least
  cross join lateral (select ${isRefused('d')} as is) refused
  where d.is_active and d.deleted_at is null and st.last_seen_at is not null)
select id, silent from watch where (silent and not alarmed and not told) or (returned and alarmed) limit 1000`

/** What the clock notices: devices that fell silent, and those that spoke again. */
export async function silentDevices(db: pg.ClientBase, at: Date): Promise<AlarmChange[]> {
  const { rows } = await db.query<{ id: number; silent: boolean }>(CHANGES)
  return rows.map(({ id, silent }) => {
    const device = { deviceId: id, kind: 'OFFLINE', direction: 'NONE', at } as const
    if (!silent) return { change: 'clear', ...device }
    return { change: 'trigger', ...device, severity: 'MEDIUM', metric: null, value: null, isLate: false }
  })
}
