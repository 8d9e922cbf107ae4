/** What brokers and engines of the version before ask of two tables by their former names, word for word: for as long as the views by those names are there. */

const READINGS = `
  insert into readings (device_id, metric, time, value)
  select * from unnest($1::int4[], $2::int2[], $3::timestamptz[], $4::float4[])`

const POSITIONS_AND_EVENTS = `
placed as (
  insert into positions (device_id, time, lat, lng, accuracy_m, source)
  select * from unnest($7::int4[], $8::timestamptz[], $9::float8[], $10::float8[], $11::float4[], $12::text[])
  on conflict do nothing returning *
), watched as (
  select jsonb_agg(jsonb_build_object(
    'deviceId', device_id, 'lat', lat, 'lng', lng, 'accuracyM', accuracy_m, 'source', source,
    'time', (extract(epoch from time) * 1000)::int8, 'receivedAt', $17::float8) order by time) as positions
  from placed where exists (
    select from fences f where f.device_id = placed.device_id and f.is_active and f.deleted_at is null)
), happened as (
  insert into device_events (device_id, time, type, received_at)
  select * from unnest($13::int4[], $14::timestamptz[], $15::text[], $16::timestamptz[])
  on conflict do nothing returning device_id, time, type, received_at
)`

const PENDING_EVENTS = `
  (select jsonb_agg(jsonb_build_object(
    'deviceId', device_id, 'type', type,
    'time', (extract(epoch from time) * 1000)::int8, 'receivedAt', (extract(epoch from received_at) * 1000)::int8))
   from happened)`

const PENDING_POSITIONS = `
  union all select false, null, null, null, positions from watched where positions is not null`

const IS_URGENT = `exists (select from happened where type in ('SOS', 'FALL'))`

export const STORE_NEW = `
with fresh as (${READINGS}), ${POSITIONS_AND_EVENTS}
insert into unjudged (urgent, readings, stored, events, positions)
select ${IS_URGENT}, case when $5::int4 > 0 then $6::bytea end, null::jsonb, ${PENDING_EVENTS}, null::jsonb
where $5::int4 > 0 or exists (select from happened) ${PENDING_POSITIONS}
returning urgent`

export const STORE_WITH_REPEATS = `
with fresh as (${READINGS} on conflict do nothing returning device_id, metric, time), ${POSITIONS_AND_EVENTS}
insert into unjudged (urgent, readings, stored, events, positions)
select ${IS_URGENT},
  case when $5::int4 > 0 then $6::bytea end,
  case when (select count(*) from fresh) < $5::int4 then (
    select coalesce(jsonb_agg(n), '[]') from (
      select min(n) as n
      from unnest($1::int4[], $2::int2[], $3::timestamptz[]) with ordinality as given (device_id, metric, time, n)
      join fresh using (device_id, metric, time) group by device_id, metric, time) firsts
  ) end,
  ${PENDING_EVENTS}, null::jsonb
where exists (select from fresh) or exists (select from happened) ${PENDING_POSITIONS}
returning urgent`

const POISON_TRIES = 3
const BATCH = 'id, readings, stored, events, positions, room_facts as "roomFacts"'

export const TAKE = `
delete from unjudged where id in (
  select id from unjudged where urgent = $1 and tries < ${POISON_TRIES} order by id limit $2 for update skip locked)
returning ${BATCH}`

export const TAKE_ONE = `delete from unjudged where id = $1 returning ${BATCH}`

const COUNTED_AT_ONCE = 512

export const COUNT_TRIES = `
update unjudged set tries = tries + 1 where id in (
  select id from unjudged where urgent = $1 and tries < ${POISON_TRIES} order by id limit ${COUNTED_AT_ONCE} for update skip locked)`

export const MARK_POISON = `
update unjudged set tries = ${POISON_TRIES} where id in (
  select id from unjudged where urgent = $1 and tries < ${POISON_TRIES} order by id limit $2 for update skip locked)`

export const NEXT = `
update unjudged set tries = tries + case when begun_by <> $3 then 1 else 0 end, begun_by = $3 where id = (
  select id from unjudged where urgent = $1 and tries >= ${POISON_TRIES} and id > $2 order by id limit 1 for update skip locked)
returning id, tries`

export const RELEASE = 'update unjudged set begun_by = null where id = $1'

const listOf = (column: string): string =>
  `case jsonb_typeof(bad.${column}) when 'array' then bad.${column} else '[]' end`

export const MOVE_TO_DEAD_LETTERS = `
with bad as (
  delete from unjudged where id = $1 returning urgent, readings, events, positions, room_facts),
alone as (
  select readings is null and positions is null
    and jsonb_array_length(${listOf('events')}) + jsonb_array_length(${listOf('room_facts')}) < 2 as alone from bad),
calls as (
  insert into unjudged (urgent, events, room_facts, tries)
  select urgent, jsonb_build_array(call), null::jsonb, ${POISON_TRIES} from alone, bad, jsonb_array_elements(${listOf('events')}) call
  where not alone and call ->> 'type' in ('SOS', 'FALL')
  union all
  select urgent, null::jsonb, jsonb_build_array(call), ${POISON_TRIES} from alone, bad, jsonb_array_elements(${listOf('room_facts')}) call
  where not alone and call ->> 'kind' = 'button')
insert into rejected_messages (topic, reason, detail, payload)
select 'unjudged', 'judging', left($2, 200), coalesce(readings, convert_to(coalesce(events, room_facts, positions)::text, 'UTF8'), '') from bad`

const SILENT_NODE_SECONDS = 15

export const SWEEP = `
with silent as (
  select id from front_doors where seen_at < now() - interval '${SILENT_NODE_SECONDS} seconds'
), rooms as (
  update gateways set online = false where online and door_id in (select id from silent)
)
update device_status s set online = false from devices d
where d.id = s.device_id and s.online and s.door_id in (select id from silent)
returning d.uuid as "deviceUuid", s.last_seen_at as "lastSeenAt"`

export const FORGET = `delete from front_doors where seen_at < now() - interval '1 day'`

export const REGISTER = 'insert into front_doors default values returning id'

export const RENEW = `
insert into front_doors (id) overriding system value values ($1)
on conflict (id) do update set seen_at = now()`

export const BACKLOG = `
select 'batches' as name, case when urgent then 'urgent' else 'readings' end as "group", count(*)::int as waiting,
  coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
from unjudged group by urgent
union all
select 'deliveries', channel, count(*)::int, greatest(coalesce(extract(epoch from now() - min(next_at)), 0), 0)::float8
from deliveries where state = 'QUEUED' and next_at <= now() group by channel
union all
select 'alarms', severity, count(*)::int, coalesce(extract(epoch from now() - min(opened_at)), 0)::float8
from alarms where closed_at is null group by severity`

export const WAITING = `
select (select count(*)::int from unjudged) as pending,
  coalesce((select extract(epoch from now() - min(created_at)) from unjudged), 0)::float8 as "oldestPending",
  (select count(*)::int from deliveries where state = 'QUEUED' and next_at < now() - interval '1 minute') as unsent,
  (select count(*)::int from rejected_messages where received_at > now() - interval '1 day') as rejected,
  (select count(*)::int from users where role = 'ADMIN' and is_active and deleted_at is null) as admins`

const REPEATED_AFTER_MS = 4_000
const ONE_PRESS_MS = 10_000
const AT = (milliseconds: string): string =>
  `'epoch'::timestamptz + (${milliseconds})::int8 * interval '1 millisecond'`

/** Within so long the same is no change for this node, so another node wrote it: `isChange`, by what stands in the table. */
const writtenByAnother = (packetId: string, known: string): string => `case
  when ${known}.kind <> 'button' then interval '${REPEATED_AFTER_MS} ms'
  when ${packetId} is not distinct from ${known}.packet_id then interval '${ONE_PRESS_MS} ms' else interval '0' end`

export const STORE_SCANS = `
with fresh as (
  insert into sightings (gateway_id, beacon_id, time, rssi, temperature, humidity, battery, facts)
  select gateway_id, beacon_id, time, rssi, temperature, humidity, battery, facts::jsonb
  from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::int2[], $5::float4[], $6::float4[], $7::int2[], $8::text[])
    as s (gateway_id, beacon_id, time, rssi, temperature, humidity, battery, facts)
  on conflict do nothing
), candidates as (
  select n.* from jsonb_to_recordset($9::jsonb) as n ("gatewayId" int4, "beaconId" int4, kind text, value jsonb, time int8,
    since int8, "packetId" int2, "deviceId" int4, "isCry" bool, "receivedAt" int8)
  left join beacon_facts known on known.beacon_id = n."beaconId" and known.kind = n.kind
  where known.at is null or (known.at < ${AT('n.time')} and not (known.value = n.value and ${AT('n.time')} < known.at + ${writtenByAnother('n."packetId"', 'known')}))
), standing as (
  insert into beacon_facts (beacon_id, kind, value, since, at, gateway_id, packet_id)
  select distinct on ("beaconId", kind) "beaconId", kind, value, ${AT('since')}, ${AT('time')}, "gatewayId", "packetId"
  from candidates order by "beaconId", kind, time desc
  on conflict (beacon_id, kind) do update set value = excluded.value, since = excluded.since, at = excluded.at,
    gateway_id = excluded.gateway_id, packet_id = excluded.packet_id
    where beacon_facts.at < excluded.at and not (beacon_facts.value = excluded.value
      and excluded.at < beacon_facts.at + ${writtenByAnother('excluded.packet_id', 'beacon_facts')})
  returning beacon_id, kind
), changes as (
  select c.* from candidates c join standing on standing.beacon_id = c."beaconId" and standing.kind = c.kind
), happened as (
  insert into device_events (device_id, time, type, received_at)
  select distinct on ("deviceId", time) "deviceId", ${AT('time')}, 'SOS', ${AT('"receivedAt"')} from changes where "isCry" and "deviceId" is not null
  on conflict do nothing returning device_id, time, type, received_at
), pending as (
  select "isCry" as urgent, jsonb_agg(jsonb_build_object('beaconId', "beaconId", 'gatewayId', "gatewayId", 'kind', kind, 'value', value,
    'time', time, 'since', since, 'receivedAt', "receivedAt") order by time, kind) as facts
  from changes where not "isCry" or "deviceId" is null group by "isCry"
), cries as (
  select jsonb_agg(jsonb_build_object('deviceId', device_id, 'type', type, 'time', (extract(epoch from time) * 1000)::int8,
    'receivedAt', (extract(epoch from received_at) * 1000)::int8)) as events from happened
)
insert into unjudged (urgent, events, room_facts)
select true, cries.events, pending.facts from cries left join pending on pending.urgent where cries.events is not null or pending.facts is not null
union all select false, null, facts from pending where not urgent
returning urgent`

export const OLDEST =
  'select extract(epoch from now() - created_at)::float8 as age from unjudged order by id limit 1'
