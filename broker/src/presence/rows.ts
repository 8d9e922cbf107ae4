import type { Source } from '@carewatch/ingest/uplink'
import type pg from 'pg'

/** One connection of a watch: `connection` is its number in the order of all sign-ins at all nodes. */
export type Held = { source: Source; connection: number }
/** One that is here: its own number, whoever it may take the device from, and when it was heard last, in milliseconds since 1970. */
export type Holding = Held & { number: number; receivedAt: number }
/** `at`: since when it is connected, or when it was heard last. */
export type Change = Held & { online: boolean; at: Date }
/** `isMoved`: another node had it until now. `isOvertaken`: it came here, and is by now at another node; nothing was written. */
export type Written = { deviceId: number; isMoved: boolean; isOvertaken: boolean }

/**
 * The newest connection has the device, at whichever node; only the node that has it may write that it went.
 * A node that lost one to a newer connection is notified, so that it closes the old one.
 */
const WRITE = `
with p as (
  select * from unnest($1::int4[], $2::bool[], $3::timestamptz[], $4::int8[]) as p (device_id, online, at, connection)
), before as (
  select s.device_id, s.online, s.door_id from device_status s join p using (device_id) order by s.device_id for update of s
), written as (
  update device_status s
  set online = p.online, last_seen_at = greatest(s.last_seen_at, p.at),
    proven_seen_at = case when p.connection > 0 then greatest(s.proven_seen_at, p.at) else s.proven_seen_at end,
    connected_at = case when p.online then p.at else s.connected_at end,
    connection = case when p.online then p.connection else s.connection end, door_id = $5
  from p join before using (device_id)
  where s.device_id = p.device_id and case
    when p.online then not s.online or s.connection is null or s.connection <= p.connection
    else s.online and s.door_id = $5 end
  returning s.device_id
), moved as (
  select before.door_id, p.device_id, p.connection, row_number() over (partition by before.door_id) / 250 as page
  from written join before using (device_id) join p using (device_id)
  where p.online and before.online and before.door_id <> $5
), notified as (
  select door_id, pg_notify('device_moved', door_id || ':' || string_agg(device_id || '.' || connection, ',')) as notified
  from moved group by door_id, page
)
select p.device_id as "deviceId", written.device_id is null as "isOvertaken", moved.device_id is not null as "isMoved",
  (select count(notified) from notified) as notified
from p join before using (device_id) left join written using (device_id) left join moved using (device_id)
where written.device_id is not null or (p.online and before.door_id <> $5)`

/** Writes who connected and disconnected at a node. Answers what was written. */
export async function writePresence(
  db: pg.Pool,
  nodeId: number,
  due: ReadonlyMap<number, Change>,
): Promise<Written[]> {
  const changes = [...due.values()]
  const values = [
    [...due.keys()],
    changes.map(({ online }) => online),
    changes.map(({ at }) => at),
    changes.map(({ connection }) => connection),
    nodeId,
  ]
  const { rows } = await db.query<Written>({ name: 'presence', text: WRITE, values })
  return rows
}

/** Where a newer connection was here or elsewhere meanwhile, the older one is dead unless it was heard since. */
const NOT_ONLINE = `
select s.device_id as "deviceId" from device_status s
join unnest($1::int4[], $2::int8[], $3::float8[]) as held (device_id, number, received_at) using (device_id)
where not s.online and (s.connection is null or s.connection <= held.number or s.connected_at < to_timestamp(held.received_at / 1000))`

/** Which of them the database takes for gone, and are not. */
export async function notOnline(db: pg.Pool, held: ReadonlyMap<number, Holding>): Promise<number[]> {
  const all = [...held.values()]
  const { rows } = await db.query<{ deviceId: number }>(NOT_ONLINE, [
    [...held.keys()],
    all.map(({ number }) => number),
    all.map(({ receivedAt }) => receivedAt),
  ])
  return rows.map(({ deviceId }) => deviceId)
}
