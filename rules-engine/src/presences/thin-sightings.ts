import { ROOM_LOOK_BACK_MS } from '@carewatch/contracts/rooms'
import type pg from 'pg'

const MINUTE_MS = 60_000
/** So long each second counts; after that one sighting a minute of each pair tells enough. */
const WHOLE_MS = 3_600_000
/** As far as anybody can look back, and an hour more. */
const KEPT_MS = ROOM_LOOK_BACK_MS + 3_600_000
/** What one run catches up with at most. */
const SLICES = 10

/**
 * Of the sightings of one span, by beacon (which an index finds): of each pair and minute the strongest stays, and each whose facts are not those of the one before it.
 */
const THIN = `
with span as (
  select b.id as beacon_id, s.* from beacons b cross join lateral (
    select gateway_id, time, rssi, facts, lag(facts) over (partition by gateway_id order by time) as before,
      row_number() over (partition by gateway_id, date_bin('1 minute', time, 'epoch') order by rssi desc, time) as place
    from sightings where beacon_id = b.id and time >= $1::timestamptz and time < $2::timestamptz) s
  where b.last_seen_at >= $1::timestamptz)
delete from sightings s using span
where s.beacon_id = span.beacon_id and s.gateway_id = span.gateway_id and s.time = span.time
  and span.place > 1 and (span.facts is null or span.facts is not distinct from span.before)`

const FORGET = `
delete from sightings s using beacons b where s.beacon_id = b.id and s.time < $1::timestamptz`

/** Nobody needs to know where whoever of the staff was. */
const FORGET_STAFF = `
delete from sightings s using beacons b where s.beacon_id = b.id and b.staff_id is not null and s.time >= b.staff_since and s.time < $1::timestamptz`

const FORGET_UNKNOWN = `
delete from unknown_beacons where last_seen_at < now() - case when seems is null and model is null then interval '15 minutes' else interval '1 day' end`

/** Each row is looked at: once in a while is enough, for what is another home's is not believed meanwhile. */
const NETWORKS_EVERY_MS = 3_600_000
/** Of a home that is another now, or none, or what was not heard there for a season; what only passed by sooner. */
const FORGET_NETWORKS = `
delete from home_networks n using devices d where d.id = n.device_id
  and (n.home_lat is distinct from d.home_lat or n.home_lng is distinct from d.home_lng or n.last_heard_at < now() - interval '90 days'
    or (n.hearings < 3 and n.last_heard_at < now() - interval '7 days'))`

/** Makes room among what gateways heard, some minutes of it at a time. */
/** From where nobody has been yet, or as far back as there is something. */
export function createThinning(startAt?: number) {
  let thinnedTo = startAt
  let networksLookedAt = Number.NEGATIVE_INFINITY

  return async (db: pg.ClientBase | pg.Pool, now: number): Promise<void> => {
    const until = Math.floor((now - WHOLE_MS) / MINUTE_MS) * MINUTE_MS
    // What another engine left half done before us is done again: it costs little.
    let from = thinnedTo ?? until - ROOM_LOOK_BACK_MS
    for (let slice = 0; slice < SLICES && from < until; slice++) {
      const to = Math.min(from + sliceMs(until - from), until)
      await db.query({ name: 'thin', text: THIN, values: [new Date(from), new Date(to)] })
      from = to
      thinnedTo = to
      if (to === until) await db.query({ name: 'forget', text: FORGET, values: [new Date(now - KEPT_MS)] })
    }
    if (thinnedTo !== until) return
    await db.query(FORGET_STAFF, [new Date(until)])
    await db.query(FORGET_UNKNOWN)
    if (now - networksLookedAt < NETWORKS_EVERY_MS) return
    networksLookedAt = now
    await db.query(FORGET_NETWORKS)
  }
}
export type Thinning = ReturnType<typeof createThinning>

/** Far behind, it takes longer strides. */
const sliceMs = (behindMs: number): number => (behindMs > 10 * MINUTE_MS ? 5 * MINUTE_MS : MINUTE_MS)
