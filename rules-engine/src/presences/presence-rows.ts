import type { LeftRoom } from '@carewatch/contracts/rules/rooms/whereabouts'
import type { UnknownReason } from '@carewatch/contracts/rooms'
import type pg from 'pg'

export type PresenceRow = {
  beaconId: number
  roomId: number | null
  /** Why nobody knows, and where it was when that was known last. */
  unknown: UnknownReason | null
  lastRoomId: number | null
  since: number
  /** The same, but for short breaks. */
  stayedSince: number
  confidence: number
}

const OPEN = `
select p.beacon_id as "beaconId", p.room_id as "roomId", p.unknown, coalesce(p.room_id, p.last_room_id) as "lastRoomId",
  extract(epoch from p.since)::float8 * 1000 as since, extract(epoch from coalesce(p.stayed_since, p.since))::float8 * 1000 as "stayedSince", p.confidence,
  extract(epoch from b.last_seen_at)::float8 * 1000 as "lastSeenAt"
from presences p join beacons b on b.id = p.beacon_id where p.until is null`

/** Where each was when the last engine stopped. */
export async function openPresences(
  db: pg.ClientBase,
): Promise<(PresenceRow & { lastSeenAt: number | null })[]> {
  const { rows } = await db.query<PresenceRow & { lastSeenAt: number | null }>(OPEN)
  return rows
}

/** Nobody changes rooms more often than that in the minutes that are asked for. */
const LAST_ROWS = 60
const LEFT = `
select distinct on (p.beacon_id, p.room_id) p.beacon_id as "beaconId", p.room_id as "roomId",
  extract(epoch from p.until)::float8 * 1000 as "leftAt", extract(epoch from coalesce(p.stayed_since, p.since))::float8 * 1000 as "stayedSince"
from presences now cross join lateral (
  select * from presences before where before.beacon_id = now.beacon_id and before.until is not null order by before.since desc limit ${LAST_ROWS}) p
where now.until is null and now.since >= $1::timestamptz and p.room_id is not null and p.room_id is distinct from now.room_id and p.until >= $1::timestamptz
order by p.beacon_id, p.room_id, p.since desc`

/** Which rooms were left since then; who has not moved since left none. */
export async function roomsLeftSince(
  db: pg.ClientBase,
  time: number,
): Promise<(LeftRoom & { beaconId: number })[]> {
  const { rows } = await db.query<LeftRoom & { beaconId: number }>(LEFT, [new Date(time)])
  return rows
}

const LEAVE = `
update presences p set until = greatest(m.since, p.since) from unnest($1::int4[], $2::timestamptz[]) as m (beacon_id, since)
where p.beacon_id = m.beacon_id and p.until is null`
const ENTER = `
insert into presences (beacon_id, room_id, since, confidence, stayed_since, unknown, last_room_id)
select * from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::float4[], $5::timestamptz[], $6::text[], $7::int4[])`
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
    moved.map(({ stayedSince }) => new Date(stayedSince)),
    moved.map(({ unknown }) => unknown),
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
