import type { Whereabouts } from '@carewatch/contracts/rules/rooms/where'
import type pg from 'pg'

export type PresenceRow = Pick<Whereabouts, 'roomId' | 'unknown' | 'lastRoomId' | 'since' | 'confidence'> & {
  beaconId: number
}

/** When it came to the room of the open row; what nobody knew in between is no other stay. */
const CAME_AT = `
select min(stay.since) from presences stay where stay.beacon_id = p.beacon_id and stay.room_id = coalesce(p.room_id, p.last_room_id)
  and stay.since > coalesce((
    select max(other.since) from presences other where other.beacon_id = p.beacon_id and other.id <> p.id
      and other.unknown is null and other.room_id is distinct from coalesce(p.room_id, p.last_room_id)), '-infinity')`

const OPEN = `
select p.beacon_id as "beaconId", p.room_id as "roomId", extract(epoch from p.since)::float8 * 1000 as since, p.confidence, p.unknown,
  coalesce(p.last_room_id, p.room_id) as "lastRoomId",
  extract(epoch from b.last_seen_at)::float8 * 1000 as "lastSeenAt",
  extract(epoch from coalesce((${CAME_AT}), p.since))::float8 * 1000 as "cameAt"
from presences p join beacons b on b.id = p.beacon_id where p.until is null`

export type OpenRow = PresenceRow & { lastSeenAt: number | null; cameAt: number }

/** Where each was when the last engine stopped. */
export async function openPresences(db: pg.ClientBase): Promise<OpenRow[]> {
  const { rows } = await db.query<OpenRow>(OPEN)
  return rows
}

const LEAVE = `
update presences p set until = greatest(m.since, p.since) from unnest($1::int4[], $2::timestamptz[]) as m (beacon_id, since)
where p.beacon_id = m.beacon_id and p.until is null`
const ENTER = `
insert into presences (beacon_id, room_id, since, confidence, unknown, last_room_id)
select * from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::float4[], $5::text[], $6::int4[])`
const SURE = `
update presences p set confidence = s.confidence from unnest($1::int4[], $2::float4[]) as s (beacon_id, confidence)
where p.beacon_id = s.beacon_id and p.until is null`
/** What was switched off or deleted is nowhere. */
const FORGET = `
update presences p set until = greatest(now(), p.since) from beacons b
where b.id = p.beacon_id and p.until is null and (not b.is_active or b.deleted_at is not null) returning p.beacon_id as id`

/** Of a tag of the staff it is known where it is and not where it was. */
const FORGET_STAFF = `
delete from presences p using beacons b where b.id = p.beacon_id and p.beacon_id = any($1::int4[]) and p.until is not null
  and b.staff_id is not null and p.since >= b.staff_since`

export async function forgetStaffMoves(db: pg.ClientBase, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.query(FORGET_STAFF, [ids])
}

/** Each of these has come to where it is now. */
export async function writeMoves(db: pg.ClientBase, moved: readonly PresenceRow[]): Promise<void> {
  if (moved.length === 0) return
  const ids = moved.map(({ beaconId }) => beaconId)
  const since = moved.map((row) => new Date(row.since))
  await db.query(LEAVE, [ids, since])
  await db.query(ENTER, [
    ids,
    moved.map(({ roomId }) => roomId),
    since,
    moved.map(({ confidence }) => confidence),
    moved.map(({ unknown }) => unknown),
    // Where it is gone, or is, it says nothing.
    moved.map(({ unknown, lastRoomId }) => (unknown === null ? null : lastRoomId)),
  ])
}

export async function writeConfidence(db: pg.ClientBase, stayed: readonly PresenceRow[]): Promise<void> {
  if (stayed.length === 0) return
  await db.query(SURE, [stayed.map(({ beaconId }) => beaconId), stayed.map(({ confidence }) => confidence)])
}

/** Answers whom there is nothing to say of any more. */
export async function forgetGone(db: pg.ClientBase): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(FORGET)
  return rows.map(({ id }) => id)
}
