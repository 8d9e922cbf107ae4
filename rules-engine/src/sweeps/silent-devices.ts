import { MODE_MINUTES } from '@carewatch/contracts/freshness'
import type pg from 'pg'
import type { AlarmChange } from '../alarms/change.ts'

const EXPECTED = `
case d.operation_mode when 'CUSTOM' then coalesce(s.location_interval_minutes, ${MODE_MINUTES.NORMAL})
  when 'POWER_SAVING' then ${MODE_MINUTES.POWER_SAVING} when 'EMERGENCY' then ${MODE_MINUTES.EMERGENCY} else ${MODE_MINUTES.NORMAL} end`

/** Offline above six expected intervals, never under three minutes (contracts/freshness.ts); a device that never spoke is not silent yet. */
const CHANGES = `
with watch as (
  select d.id, st.last_seen_at, now() - st.last_seen_at > greatest(${EXPECTED} * 6, 3) * interval '1 minute' as silent,
    exists (select from alarms a where a.device_id = d.id and a.kind = 'OFFLINE' and a.closed_at is null and a.active and not a.rehearsal) as alarmed
  from devices d join device_status st on st.device_id = d.id left join watch_settings s on s.device_id = d.id
  where d.is_active and d.deleted_at is null and st.last_seen_at is not null)
select id, silent from watch where silent <> alarmed limit 1000`

/** What the clock notices: devices that fell silent, and those that spoke again. */
export async function silentDevices(db: pg.ClientBase, at: Date): Promise<AlarmChange[]> {
  const { rows } = await db.query<{ id: number; silent: boolean }>(CHANGES)
  return rows.map(({ id, silent }) => {
    const device = { deviceId: id, kind: 'OFFLINE', direction: 'NONE', at } as const
    if (!silent) return { change: 'clear', ...device }
    return { change: 'trigger', ...device, severity: 'MEDIUM', metric: null, value: null, isLate: false }
  })
}
