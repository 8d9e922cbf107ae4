import { MODE_MINUTES } from '@carewatch/contracts/freshness'
import type pg from 'pg'
import type { AlarmChange } from '../alarms/change.ts'
import { isRefused } from './refused-places.ts'

export const EXPECTED = `
case d.operation_mode when 'CUSTOM' then coalesce(s.location_interval_minutes, ${MODE_MINUTES.NORMAL})
  when 'POWER_SAVING' then ${MODE_MINUTES.POWER_SAVING} when 'EMERGENCY' then ${MODE_MINUTES.EMERGENCY} else ${MODE_MINUTES.NORMAL} end`

/** The watch says that it took its mode, whatever it says of its other settings. */
const HAS_ITS_MODE = `
coalesce(s.reported_revision, 0) >= s.revision or exists (
  select from setting_states t where t.device_id = d.id and t.setting = 'operationMode' and t.is_taken and t.revision >= (
    select max(h.revision) from watch_settings_history h where h.device_id = d.id and h.change ? 'operationMode'))`

/** A watch that this program hurried may keep its old pace until it says that it has heard of it, or is seen to hurry. */
const PACE_BEFORE = `
case when d.operation_mode = 'EMERGENCY' and not (${HAS_ITS_MODE})
  and (select count(*) from positions p where p.device_id = d.id and p.time > st.last_seen_at - interval '5 minutes') < 3 then (
  select case h.change #>> '{operationMode,from}' when 'CUSTOM' then coalesce(s.location_interval_minutes, ${MODE_MINUTES.NORMAL})
    when 'POWER_SAVING' then ${MODE_MINUTES.POWER_SAVING} when 'NORMAL' then ${MODE_MINUTES.NORMAL} end
  from (
    select user_id, change from watch_settings_history where device_id = d.id and change ? 'operationMode' order by id desc limit 1) h
  where h.user_id is null) end`

/** What is said of a device, by when it would have spoken again, and when it was heard last by a connection that is known to be it. */
export const HEARD = `
devices d join device_status st on st.device_id = d.id left join watch_settings s on s.device_id = d.id
  cross join lateral (select now() - greatest(${EXPECTED} * 6, (${PACE_BEFORE}) * 6, 3) * interval '1 minute' as spoken) at_least
  cross join lateral (select ${isRefused('d')} as is) refused`

const hasAlarm = (and: string): string =>
  `exists (select from alarms a where a.device_id = d.id and a.kind = 'OFFLINE' and not a.rehearsal and ${and})`
const IS_OPEN = 'a.closed_at is null and a.active'
/** A silence is told once, though a person ends its alarm before it ends. */
const toldSince = (at: string): string =>
  `a.opened_at > ${at} and a.wearer_id is not distinct from present_wearer(d.id)`

/** A whole installation: of what falls silent at once, none is left for the next round, or it would not be seen that it is one outage. */
const AT_ONCE = 100_000
const LONG_AGO = new Date(0)

/** Offline above six expected intervals, never under three minutes (contracts/freshness.ts); a device that never spoke is not silent yet. Whoever is not known to be the device ends none. */
const CHANGES = `
with watch as (
  select d.id, greatest(st.last_seen_at, $1::timestamptz) < at_least.spoken and not refused.is as silent,
    coalesce(st.proven_seen_at, st.last_seen_at) >= at_least.spoken or refused.is as returned,
    ${hasAlarm(IS_OPEN)} as alarmed, ${hasAlarm(toldSince('st.last_seen_at'))} as told
  from ${HEARD}
  where d.is_active and d.deleted_at is null and st.last_seen_at is not null)
select id, silent from watch where (silent and not alarmed and not told) or (returned and alarmed) limit ${AT_ONCE}`

/** So many watches of a company are known by a network: it is their operator's, whose addresses change. */
const SHARED_BY = 3
/** Where an operator moves its networks, so many alarms say so to a company; the other watches are known there a day later. */
const MOST_DOUBTFUL = 10

/**
 * A watch that was known to be itself, and as which somebody else may be speaking: heard from networks alone that it is not known by. What they say does not put
 * off that it is offline.
 */
const DOUBTFUL = `
with doubtful as materialized (
  select d.id, d.company_id, ${hasAlarm(IS_OPEN)} as alarmed, ${hasAlarm(toldSince('st.proven_seen_at'))} as told, network.name,
    coalesce(c.source_pinning, 'WARN') as pinning
  from ${HEARD} join device_proofs p on p.device_id = d.id left join companies c on c.id = d.company_id
  left join lateral (
    select n.network as name from device_networks n where n.device_id = d.id and n.known_at is null order by n.last_seen_at desc limit 1) network on true
  where st.last_seen_at > st.proven_seen_at and st.proven_seen_at < now() - interval '3 minutes' and st.proven_seen_at < at_least.spoken
    and st.last_seen_at >= at_least.spoken and not refused.is and d.is_active and d.deleted_at is null
), shared as materialized (
  select company_id, name from (select distinct company_id, name from doubtful where pinning <> 'STRICT' and not alarmed and not told) of
  where (select count(*) from (
    select from devices d join device_networks n on n.device_id = d.id and n.network = of.name and n.known_at is not null
    where d.company_id = of.company_id and d.deleted_at is null limit ${SHARED_BY}) known) >= ${SHARED_BY}
), placed as (
  select id, alarmed, row_number() over (partition by coalesce(company_id, -id) order by alarmed desc, id) as place from doubtful of
  where alarmed or (not told and not exists (select from shared where shared.company_id = of.company_id and shared.name = of.name)))
select id from placed where not alarmed and place <= ${MOST_DOUBTFUL} limit 1000`

/** What the clock notices: devices that fell silent while we could hear them, and those that spoke again. */
export async function silentDevices(
  db: pg.ClientBase,
  at: Date,
  heardSince: Date = LONG_AGO,
): Promise<AlarmChange[]> {
  const { rows } = await db.query<{ id: number; silent: boolean }>(CHANGES, [heardSince])
  const { rows: doubtful } = await db.query<{ id: number }>(DOUBTFUL)
  return [...rows, ...doubtful.map(({ id }) => ({ id, silent: true }))].map(({ id, silent }) => {
    const device = { deviceId: id, kind: 'OFFLINE', direction: 'NONE', at } as const
    if (!silent) return { change: 'clear', ...device }
    return { change: 'trigger', ...device, severity: 'MEDIUM', metric: null, value: null, isLate: false }
  })
}
