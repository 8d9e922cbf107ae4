const READINGS = `
  insert into readings (device_id, metric, time, value)
  select * from unnest($1::int4[], $2::int2[], $3::timestamptz[], $4::float4[])`

/** What satellites say takes the place of what was found of the same moment by cells or networks, and goes on to the rules as new. */
const POSITIONS_AND_EVENTS = `
placed as (
  insert into positions as p (device_id, time, lat, lng, accuracy_m, source)
  select distinct on (device_id, time) device_id, time, lat, lng, accuracy_m, source
  from unnest($7::int4[], $8::timestamptz[], $9::float8[], $10::float8[], $11::float4[], $12::text[])
    with ordinality as given (device_id, time, lat, lng, accuracy_m, source, n)
  order by device_id, time, source = 'GPS' desc, n
  on conflict (device_id, time) do update set
    lat = excluded.lat, lng = excluded.lng, accuracy_m = excluded.accuracy_m, source = excluded.source
  where p.source in ('CELL', 'WIFI') and excluded.source = 'GPS'
  returning *
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

/** Positions take memory to evaluate, and a call for help does not wait for them: a row of its own. */
const PENDING_POSITIONS = `
  union all select false, null, null, null, positions, $18::bool from watched where positions is not null`

const IS_URGENT = `exists (select from happened where type in ('SOS', 'FALL', 'UNKNOWN_ALARM'))`

/**
 * Readings, positions, events and the pending evaluations, in one statement: one round trip, one commit, all or nothing.
 * Nearly every batch holds only new readings, and `on conflict` would double what storing them costs: a repeat makes this one fail.
 */
const storeNew = (before = '') => `
with ${before} fresh as (${READINGS}), ${POSITIONS_AND_EVENTS}
insert into pending_evaluations (urgent, readings, stored, events, positions, unproven)
select ${IS_URGENT}, case when $5::int4 > 0 then $6::bytea end, null::jsonb, ${PENDING_EVENTS}, null::jsonb, $18::bool
where $5::int4 > 0 or exists (select from happened) ${PENDING_POSITIONS}
returning urgent`

/** The same for a batch that repeats something: `pending_evaluations.stored` names the new rows, so that a repeat is never evaluated twice. Of what the batch itself holds twice the first is stored. */
const storeWithRepeats = (before = '') => `
with ${before} fresh as (${READINGS} on conflict do nothing returning device_id, metric, time), ${POSITIONS_AND_EVENTS}
insert into pending_evaluations (urgent, readings, stored, events, positions, unproven)
select ${IS_URGENT},
  case when $5::int4 > 0 then $6::bytea end,
  case when (select count(*) from fresh) < $5::int4 then (
    select coalesce(jsonb_agg(n), '[]') from (
      select min(n) as n
      from unnest($1::int4[], $2::int2[], $3::timestamptz[]) with ordinality as given (device_id, metric, time, n)
      join fresh using (device_id, metric, time) group by device_id, metric, time) firsts
  ) end,
  ${PENDING_EVENTS}, null::jsonb, $18::bool
where exists (select from fresh) or exists (select from happened) ${PENDING_POSITIONS}
returning urgent`

/** Weeks in which a device measured something first, and days that are long over. Nearly no batch has one, and a statement that might would cost each of them. */
const WEEKS_AND_DAYS = `
weeks as (
  insert into reading_weeks (device_id, metric, week)
  select * from unnest($19::int4[], $20::int2[], $21::timestamptz[]) on conflict do nothing
), touched as (
  insert into reading_days_touched (device_id, day) select * from unnest($22::int4[], $23::timestamptz[])
),`

export const STORE_NEW = storeNew()
export const STORE_NEW_AND_MORE = storeNew(WEEKS_AND_DAYS)
export const STORE_WITH_REPEATS = storeWithRepeats()
export const STORE_WITH_REPEATS_AND_MORE = storeWithRepeats(WEEKS_AND_DAYS)

/**
 * The same for a batch of new readings and nothing else, as nearly all are. What a statement might do costs it whether or not it does it:
 * at a few messages a commit this one takes PostgreSQL some 60 % of `STORE_NEW`.
 */
export const STORE_READINGS = `
with fresh as (${READINGS})
insert into pending_evaluations (urgent, readings, unproven) values (false, $5::bytea, $6::bool)`
