import { permissions } from '@carewatch/contracts/permissions'
import type pg from 'pg'
import { ALARM_ROW, type AlarmRow, type Outcome } from '../alarms/change.ts'
import type { Sure } from './whereabouts.ts'

/** So long somebody of the staff is heard in the room before they are with whoever is there: who passes by goes on sooner. */
export const STAY_MS = 10_000

/** Weaker than this a tag is received through walls: where one gateway alone receives it, nobody knows from which room. */
const IN_ROOM_DBM = -75

const PLACES = '(beacon_id, room_id, since, received_at)'

/**
 * Of whom is in a room together with somebody of the staff: the open alarms about them, and since when they are known to be there. Found by the
 * watches that they wear or wore, for which there is an index of what is open.
 */
const HELD = `
select a.id, a.wearer_id, a.company_id, a.acknowledged_by_id, min(p.room_id) as room_id, max(p.received_at) as received_at,
  greatest(max(p.since), case when a.late then a.created_at else a.opened_at end) as since
from unnest($5::int4[], $6::int4[], $7::timestamptz[], $8::timestamptz[]) as p ${PLACES}
join beacons b on b.id = p.beacon_id
join assignments worn on worn.device_id = b.device_id and worn.started_at <= $9 and (worn.ended_at is null or worn.ended_at > $9)
join assignments ever on ever.wearer_id = worn.wearer_id
join alarms a on a.device_id = ever.device_id and a.wearer_id = worn.wearer_id and a.closed_at is null and not a.rehearsal
  and (a.active or not a.late) and a.category <> 'TECHNICAL'
group by a.id having count(distinct p.room_id) = 1`

/** Two tags of one person in two rooms say of neither that they are there. */
const IS_ELSEWHERE = `
select from assignments worn join beacons b on b.device_id = worn.device_id and b.is_active and b.deleted_at is null
join presences p on p.beacon_id = b.id and p.until is null and p.room_id <> held.room_id
where worn.wearer_id = held.wearer_id and worn.started_at <= $9 and (worn.ended_at is null or worn.ended_at > $9)`

/** Of two who call in one room nobody knows with whom they are, but of whoever took one of the calls. */
const OTHER_CALLS = `
select from wearers other join assignments ever on ever.wearer_id = other.id
join alarms a on a.device_id = ever.device_id and a.wearer_id = other.id and a.closed_at is null and not a.rehearsal
  and (a.active or not a.late) and a.category <> 'TECHNICAL'
where other.id <> held.wearer_id and other.deleted_at is null
  and (other.room_id = held.room_id or other.id in (select wearer_id from held others where others.room_id = held.room_id))`

const ATTEND = `
with held as (${HELD}), came as (
  insert into alarm_receipts (alarm_id, user_id, run, channel, bedside_at, bedside_room_id)
  select distinct on (held.id, u.id) held.id, u.id, coalesce(e.run, 0), 'IN_APP', greatest(held.since, s.since), held.room_id
  from held join unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[]) as s ${PLACES} on s.room_id = held.room_id
  join beacons b on b.id = s.beacon_id join users u on u.id = b.staff_id and u.is_active and u.deleted_at is null and u.role = any($10)
  left join branches own on own.id = u.branch_id left join escalations e on e.alarm_id = held.id
  where coalesce(u.company_id, own.company_id) = held.company_id
    and s.received_at >= greatest(held.since, s.since, b.staff_since) + $11 * interval '1 ms' and held.received_at >= greatest(held.since, s.since)
    and not exists (select from alarm_receipts r where r.alarm_id = held.id and r.user_id = u.id and r.bedside_at is not null)
    and not exists (${IS_ELSEWHERE}) and (held.acknowledged_by_id is not distinct from u.id or not exists (${OTHER_CALLS}))
  order by held.id, u.id, s.since
  on conflict (alarm_id, user_id, run, channel) do update set bedside_at = excluded.bedside_at, bedside_room_id = excluded.bedside_room_id
  where alarm_receipts.bedside_at is null
  returning alarm_id)
select ${ALARM_ROW} from alarms where id in (select alarm_id from came)`

const columnsOf = (places: readonly Sure[]) => [
  places.map(({ beaconId }) => beaconId),
  places.map(({ roomId }) => roomId),
  places.map(({ since }) => new Date(since)),
  places.map(({ receivedAt }) => new Date(receivedAt)),
]

type Around = { sure: readonly Sure[]; isStaff: (one: { beaconId: number }) => boolean; now: number }

/** Notes who of the staff is heard in the room of whom an open alarm is about; answers the alarms whose story that is. */
export async function staffAtBedsides(db: pg.ClientBase, { sure, isStaff, now }: Around): Promise<Outcome[]> {
  const staff = sure.filter((one) => isStaff(one) && one.dbm >= IN_ROOM_DBM)
  if (staff.length === 0) return []
  const rooms = new Set(staff.map(({ roomId }) => roomId))
  const people = sure.filter((one) => !isStaff(one) && rooms.has(one.roomId))
  if (people.length === 0) return []
  const { rows } = await db.query<AlarmRow>({
    name: 'staff-at-bedsides',
    text: ATTEND,
    values: [...columnsOf(staff), ...columnsOf(people), new Date(now), permissions.attendBedside, STAY_MS],
  })
  return rows.map((alarm) => ({ alarm, change: 'repeated' }))
}
