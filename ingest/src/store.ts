import { packReadings, type ReadingColumns } from '@carewatch/contracts/batches'
import type pg from 'pg'
import type { Message } from './batch.ts'
import { arrayOf } from './columns.ts'
import { createKnownWeeks, type KnownWeeks, weekArrays } from './reading-weeks.ts'
import { touchedArrays, touchedBy } from './touched-days.ts'

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

const STORE_NEW = storeNew()
const STORE_NEW_AND_MORE = storeNew(WEEKS_AND_DAYS)
const STORE_WITH_REPEATS = storeWithRepeats()
const STORE_WITH_REPEATS_AND_MORE = storeWithRepeats(WEEKS_AND_DAYS)

const UNIQUE_VIOLATION = '23505'

export type Stored = { isUrgent: boolean }

/** Commits the facts of these messages, which are all known to be their devices' or all not; a repeat (same device, metric and time) changes nothing. */
export async function storeMessages(
  db: pg.Pool,
  messages: readonly Message[],
  known: KnownWeeks = createKnownWeeks(),
): Promise<Stored> {
  const columns = readingColumns(messages)
  const weeks = known.unknownOf(columns)
  // At each attempt anew: one may come much later than the one before.
  const touched = touchedBy(columns, Date.now())
  const values = valuesOf(messages, columns)
  const isUsual = weeks.length === 0 && touched.length === 0
  try {
    const stored = isUsual
      ? await store(db, values)
      : await storeAndMore(db, [...values, ...weekArrays(weeks), ...touchedArrays(touched)])
    known.learn(weeks)
    return stored
  } catch (error) {
    // Another server may answer next, which has not all that this one had.
    known.forget()
    throw error
  }
}

type Row = { urgent: boolean }
const storedOf = (rows: readonly Row[]): Stored => ({ isUrgent: rows.some(({ urgent }) => urgent) })

async function store(db: pg.Pool, values: unknown[]): Promise<Stored> {
  const { rows } = await db
    .query<Row>({ name: 'store-new', text: STORE_NEW, values })
    .catch((error: unknown) => {
      if (!isRepeat(error)) throw error
      return db.query<Row>({ name: 'store-with-repeats', text: STORE_WITH_REPEATS, values })
    })
  return storedOf(rows)
}

async function storeAndMore(db: pg.Pool, values: unknown[]): Promise<Stored> {
  const { rows } = await db
    .query<Row>({ name: 'store-new-and-more', text: STORE_NEW_AND_MORE, values })
    .catch((error: unknown) => {
      if (!isRepeat(error)) throw error
      return db.query<Row>({
        name: 'store-with-repeats-and-more',
        text: STORE_WITH_REPEATS_AND_MORE,
        values,
      })
    })
  return storedOf(rows)
}

const isRepeat = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION

function valuesOf(messages: readonly Message[], columns: ReadingColumns): unknown[] {
  const { count } = columns
  const receivedAt = messages.at(-1)?.uplink.receivedAt ?? 0
  return [
    arrayOf('int4', columns.deviceId, count),
    arrayOf('int2', columns.metric, count),
    arrayOf('timestamptz', columns.time, count),
    arrayOf('float4', columns.value, count),
    count,
    Buffer.from(packReadings(columns, receivedAt)),
    ...positionArrays(messages),
    ...eventArrays(messages),
    receivedAt,
    messages[0]?.uplink.isUnproven ?? false,
  ]
}

function readingColumns(messages: readonly Message[]): ReadingColumns {
  const size = messages.reduce((sum, { decoded }) => sum + decoded.readings.length, 0)
  const deviceId = new Int32Array(size)
  const metric = new Uint8Array(size)
  const time = new Float64Array(size)
  const value = new Float32Array(size)
  let row = 0
  for (const { uplink, decoded } of messages) {
    for (const reading of decoded.readings) {
      deviceId[row] = uplink.source.deviceId
      metric[row] = reading.metric
      time[row] = reading.time
      value[row++] = reading.value
    }
  }
  return { count: size, deviceId, metric, time, value }
}

function positionArrays(messages: readonly Message[]): unknown[] {
  const positions = messages.flatMap(({ uplink, decoded }) =>
    decoded.positions.map((position) => ({ ...position, deviceId: uplink.source.deviceId })),
  )
  const column = (pick: (position: (typeof positions)[number]) => number) => positions.map(pick)
  return [
    arrayOf(
      'int4',
      column(({ deviceId }) => deviceId),
    ),
    arrayOf(
      'timestamptz',
      column(({ time }) => time),
    ),
    arrayOf(
      'float8',
      column(({ lat }) => lat),
    ),
    arrayOf(
      'float8',
      column(({ lng }) => lng),
    ),
    arrayOf(
      'float4',
      column(({ accuracyM }) => accuracyM ?? Number.NaN),
    ),
    positions.map(({ source }) => source),
  ]
}

function eventArrays(messages: readonly Message[]): unknown[] {
  const events = messages.flatMap(({ uplink, decoded }) =>
    decoded.events.map((event) => ({
      ...event,
      deviceId: uplink.source.deviceId,
      receivedAt: uplink.receivedAt,
    })),
  )
  return [
    arrayOf(
      'int4',
      events.map(({ deviceId }) => deviceId),
    ),
    arrayOf(
      'timestamptz',
      events.map(({ time }) => time),
    ),
    events.map(({ type }) => type),
    arrayOf(
      'timestamptz',
      events.map(({ receivedAt }) => receivedAt),
    ),
  ]
}
