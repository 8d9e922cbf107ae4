import { metrics } from '@carewatch/contracts/metrics'
import { evaluateInactivity, type InactivityFacts } from '@carewatch/contracts/rules/inactivity'
import type pg from 'pg'
import type { AlarmChange } from '../alarms/change.ts'
import { lookLater, looksLater } from './look-later.ts'
import { EXPECTED } from './silent-devices.ts'
import { momentOf, openOf, TODAY, WORN } from './worn.ts'

/** What one round takes: the rest waits for the next. */
const AT_ONCE = 500

/** So far back a sign is looked for. */
const LOOKED_AT = `$1::timestamptz - interval '26 hours'`

/**
 * The count of the day that grew; that it begins again is no step. A watch that may still send what it could not say counts once it has, or was connected for a while.
 * Of several watches the one that moved last, or was put on since, is theirs: while it is silent, another may lie still on its charger.
 * `judged`: a watch of theirs counts steps, or did when it was heard last, or knows that it is off the wrist; what a beacon says then is nothing of them.
 */
const STEPS = `
select max("movedAt") as "movedAt", coalesce(bool_and(known) filter (where "onAt" is not distinct from latest), false) as known, count(*) > 0 as judged
from (select step.at as "movedAt", on_wrist.at as "onAt", max(on_wrist.at) over () as latest,
    step.counted and not off.is and st.last_seen_at >= $1::timestamptz - greatest(${EXPECTED} * 6, 3) * interval '1 minute'
    and (st.connected_at is null or step.last >= st.connected_at or st.connected_at < $1::timestamptz - interval '15 minutes') as known
  from unnest(worn.ids, worn.since) as carried (id, since) join devices d on d.id = carried.id
    join device_status st on st.device_id = d.id left join watch_settings s on s.device_id = d.id
    cross join lateral (select exists (
      select from rule_states off where off.device_id = d.id and off.kind = 'OFF_WRIST' and off.updated_at >= evaluated_since(d.id) and off.state -> 'state' ? 'wearing') as is) off
    cross join lateral (
      select max(time) filter (where before is not null and value <> before and value > 0) as at, count(*) > 0 as counted, max(time) as last
      from (select time, value, lag(value) over (order by time) as before from readings
        where device_id = d.id and metric = ${metrics.steps.id} and time > greatest(least(${LOOKED_AT}, st.last_seen_at - interval '26 hours'), carried.since) and time <= $1) counts) step
    cross join lateral (
      select greatest(step.at, max(time)) as at from device_events
      where device_id = d.id and type = 'ON_WRIST' and time > greatest(${LOOKED_AT}, carried.since) and time <= $1) on_wrist
  where step.counted or off.is) watches`

/** Another room than the one before; that a tag was not heard for a while is none. */
const ROOMS = `
select max(since) filter (where before is not null and room_id <> before) as "movedAt", coalesce(bool_or(until is null), false) as known
from (select p.since, p.until, p.room_id, lag(p.room_id) over (partition by p.beacon_id order by p.since) as before
  from beacons b join presences p on p.beacon_id = b.id and p.room_id is not null
  where b.device_id = any(worn.ids) and b.deleted_at is null and (p.since > ${LOOKED_AT} or p.until is null)) places`

/** What is pressed, put on and taken off. */
const PRESSED = `
select greatest((
    select max(f.at) from beacons b join beacon_facts f on f.beacon_id = b.id and f.kind like 'button%'
    where b.device_id = any(worn.ids) and b.deleted_at is null), (
    select max(time) from device_events where device_id = any(worn.ids) and time > ${LOOKED_AT}
      and type = any('{SOS,FALL_CANCELLED,CHECK_IN,ON_WRIST,OFF_WRIST}'))) as at`

/** Of the room that is theirs alone: of two nobody knows who it was. */
const IN_ROOM = `
select max(case when f.kind = 'motion' and f.value = 'true' then f.at else f.since end) as at
from beacons b join beacon_facts f on f.beacon_id = b.id and f.kind in ('door', 'motion')
where b.branch_id = due.branch_id and b.room_id = due.room_id and b.device_id is null and b.staff_id is null and b.deleted_at is null
  and not exists (select from wearers other where other.room_id = due.room_id and other.id <> due.wearer_id
    and other.status = 'ACTIVE' and other.deleted_at is null)`

/** What others told of them: in what they were not known, or that somebody looked after them. */
const TOLD = `
select max(coalesce(a.cleared_at, a.closed_at)) filter (where a.kind <> 'INACTIVITY' or a.closed_by_id is not null) as until,
  (array_agg(a.device_id) filter (where a.kind = 'INACTIVITY' and a.active and a.closed_at is null))[1] as "openOf",
  max(a.last_at) filter (where a.kind = 'INACTIVITY' and a.active and a.closed_at is null) as "openSince"
from alarms a where a.wearer_id = due.wearer_id and a.opened_at > $1::timestamptz - interval '14 days' and not a.rehearsal
  and a.kind in ('OFFLINE', 'OFF_WRIST', 'GEOFENCE', 'INACTIVITY')`

/** Most rounds find nobody. Whoever is asked no more, by name or by where they live now, is looked at while its alarm is open: it ends. */
const DUE = `
select id from (
  select wearer_id as id, inactivity_look_at as at from wearer_routines where inactivity_minutes is not null and inactivity_look_at <= $1
  union all
  select r.wearer_id, r.inactivity_look_at from ${openOf('INACTIVITY', '14 days')} where r.inactivity_minutes is null and r.inactivity_look_at <= $1) due
order by at limit ${AT_ONCE}`

const SIGNS = `
with due as (
  select r.wearer_id, r.inactivity_minutes, r.day_from, r.day_to, r.checked_in_at, w.room_id, w.branch_id, w.status,
    greatest(r.inactivity_since, w.here_since) as since
  from wearer_routines r join wearers w on w.id = r.wearer_id and w.deleted_at is null
  where r.wearer_id = any($3::int4[]))
select due.wearer_id as "wearerId", coalesce(due.inactivity_minutes, 0) as minutes, coalesce(told."openOf", worn.ids[1]) as "deviceId",
  ${momentOf('due.day_from')} as "dayFrom", ${momentOf('due.day_to')} as "dayTo",
  greatest(steps."movedAt", places."movedAt", pressed.at, in_room.at, due.checked_in_at) as "movedAt",
  greatest(due.since, worn.latest, told.until, $2) as "knownSince",
  due.status = 'ACTIVE' and due.inactivity_minutes is not null and not exists (
    select from rule_states outside join fences f on f.device_id = outside.device_id and f.is_active and f.deleted_at is null
    where outside.device_id = any(worn.ids) and outside.kind = 'GEOFENCE' and outside.updated_at >= evaluated_since(outside.device_id)
      and outside.state #>> array['state', f.uuid::text, 'left'] = 'true') as "isIn",
  case when steps.judged then steps.known else places.known end as "isKnown", told."openSince"
from due
cross join lateral (${WORN}) worn
cross join lateral (${TODAY}) today
cross join lateral (${STEPS}) steps
cross join lateral (${ROOMS}) places
cross join lateral (${PRESSED}) pressed
cross join lateral (${IN_ROOM}) in_room
cross join lateral (${TOLD}) told`

const LOOK_LATER = lookLater('inactivity_look_at')

type Instants = 'dayFrom' | 'dayTo' | 'movedAt' | 'knownSince' | 'openSince'
type Row = Omit<InactivityFacts, Instants | 'now' | 'share'> & {
  wearerId: number
  /** Null: they wear nothing, and nothing is known of them. */
  deviceId: number | null
} & Record<'dayFrom' | 'dayTo' | 'knownSince', Date> &
  Record<'movedAt' | 'openSince', Date | null>

const SHARES = 1_000

const factsOf = (row: Row, at: Date): InactivityFacts => ({
  ...row,
  now: at.getTime(),
  dayFrom: row.dayFrom.getTime(),
  dayTo: row.dayTo.getTime(),
  movedAt: row.movedAt?.getTime() ?? null,
  knownSince: row.knownSince.getTime(),
  openSince: row.openSince?.getTime() ?? null,
  share: (row.wearerId % SHARES) / SHARES,
})

/** Who is to be looked at by now: whose last sign is so long ago that they may not have moved since. */
export async function inactivity(
  db: pg.ClientBase,
  { at, steady }: { at: Date; steady: Date },
): Promise<AlarmChange[]> {
  const { rows: due } = await db.query<{ id: number }>(DUE, [at])
  if (due.length === 0) return []
  const { rows } = await db.query<Row>(SIGNS, [at, steady, due.map(({ id }) => id)])
  const evaluated = rows.map((row) => ({ row, ...evaluateInactivity(factsOf(row, at)) }))
  await db.query(LOOK_LATER, looksLater({ at, due, evaluated }))
  return evaluated.flatMap(({ row: { deviceId }, change }): AlarmChange[] => {
    if (change === null || deviceId === null) return []
    const alarm = { deviceId, kind: 'INACTIVITY', direction: 'NONE', at } as const
    if (change === 'clear') return [{ change, ...alarm }]
    return [{ change, ...alarm, severity: 'HIGH', metric: null, value: null, isLate: false }]
  })
}
