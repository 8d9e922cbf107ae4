import { NIGHT } from '@carewatch/contracts/http/device-limits'
import type { Measuring } from '@carewatch/contracts/measuring'
import { limitedMetrics, metricById, metrics } from '@carewatch/contracts/metrics'
import {
  CHANGED_DAYS,
  type ChangedResult,
  type ChangedState,
  evaluateChanged,
} from '@carewatch/contracts/rules/changed'
import { createDaysAndNights, type DaySpan } from '@carewatch/contracts/rules/days-and-nights'
import { contextMetrics, isContext } from '@carewatch/contracts/rules/observer'
import type pg from 'pg'
import { applyChanges } from '../alarms/apply.ts'
import type { AlarmChange } from '../alarms/change.ts'
import { alarmEvents, type Publish, publishAll } from '../alarms/publish.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { transaction } from '../transaction.ts'

/** Looked at once a day between these hours of who wears it: nobody is called at night for what was so for three days. */
const FROM_HOUR = 9
const TO_HOUR = 21
/** So many watches a round: others of this engine's jobs wait for it. */
const AT_ONCE = 50
/** Of a day that was measured each second the newest: of a watch that measures each minute all. */
const READINGS_MAX = 20_000

/** What is remembered of one day's look stands beside what the rules remember of a watch. */
const KIND = 'CHANGED'

/** They live where their branch is, whoever is responsible for their watch. */
const LOCAL = `coalesce(b.time_zone, u.time_zone, 'UTC')`

/** Whom nobody looked at since their morning, and who wore it for long enough. */
const DUE = `
select d.id, ${LOCAL} as zone from devices d left join users u on u.id = d.owner_id left join branches b on b.id = d.branch_id
  cross join lateral (select wearer_id, started_at from present_assignment(d.id)) worn
  join wearers w on w.id = worn.wearer_id and w.status = 'ACTIVE' and w.deleted_at is null
where d.is_active and d.deleted_at is null and extract(hour from $1::timestamptz at time zone ${LOCAL}) between ${FROM_HOUR} and ${TO_HOUR - 1}
  and worn.started_at < $1::timestamptz - interval '10 days' and not exists (
    select from rule_states s where s.device_id = d.id and s.kind = '${KIND}'
      and s.updated_at >= date_trunc('day', $1::timestamptz at time zone ${LOCAL}) at time zone ${LOCAL})
order by d.id limit ${AT_ONCE}`

/** Whoever looks at it takes it for the day; what was remembered of who wore it before is forgotten. */
const TAKE = `
insert into rule_states (device_id, kind, state, updated_at) values ($1, '${KIND}', '{}', $2)
on conflict (device_id, kind) do update set updated_at = excluded.updated_at,
  state = case when rule_states.updated_at >= evaluated_since($1) then rule_states.state else '{}' end
where rule_states.updated_at < date_trunc('day', $2::timestamptz at time zone $3) at time zone $3
returning state, date_part('epoch', evaluated_since($1)) * 1000 as since`
const SAVE = `update rule_states set state = $2 where device_id = $1 and kind = '${KIND}'`

/** The last days and the night after each, by the clocks of who lives them. */
const SPANS = `
select ${['from', 'nightFrom', 'to'].map((name) => `date_part('epoch', "${name}" at time zone $2) * 1000 as "${name}"`).join(', ')}
from generate_series(${CHANGED_DAYS}, 1, -1) ago cross join lateral (select ($1::timestamptz at time zone $2)::date - ago as day) as of
cross join lateral (select day + time '${NIGHT.to}:00' as "from", day + time '${NIGHT.from}:00' as "nightFrom", day + 1 + time '${NIGHT.to}:00' as "to") as clocks
order by ago desc`

const READINGS = `
select date_part('epoch', time) * 1000, value::float8, metric from readings
where device_id = $1 and metric = any($2::int2[]) and time >= to_timestamp($3::float8 / 1000) and time < to_timestamp($4::float8 / 1000)
order by time desc limit ${READINGS_MAX}`
const WORN = `
select date_part('epoch', time) * 1000 as time, type as event from device_events
where device_id = $1 and type in ('OFF_WRIST', 'ON_WRIST') and time >= to_timestamp($2::float8 / 1000) and time < to_timestamp($3::float8 / 1000) order by time`

const ids = [...limitedMetrics, ...contextMetrics].map((name) => metrics[name].id)

type Due = { id: number; zone: string }

type Measured = { id: number; since: number; measuring: Measuring | undefined }

/** The days of one watch, measured since it is worn as it is now: another watch measures otherwise. */
async function daysOf(db: pg.ClientBase, spans: DaySpan[], { id, since, measuring }: Measured) {
  const sorted = createDaysAndNights(spans, measuring)
  for (const { from, to } of spans) {
    if (to <= since) continue
    const span = [Math.max(from, since), to]
    const { rows } = await db.query<[number, number, number]>({
      text: READINGS,
      values: [id, ids, ...span],
      rowMode: 'array',
    })
    const { rows: worn } = await db.query<{ time: number; event: 'OFF_WRIST' | 'ON_WRIST' }>(WORN, [
      id,
      ...span,
    ])
    let next = 0
    for (const [time, value, metric] of inOrder(rows)) {
      for (let event = worn[next]; event && event.time <= time; event = worn[++next])
        sorted.note({ type: 'event', ...event })
      sorted.add(time, value, metric)
    }
    // What was said after the last reading counts for the next day.
    for (const event of worn.slice(next)) sorted.note({ type: 'event', ...event })
  }
  return sorted.days()
}

/** Oldest first, and of one moment first what says what the rest is worth. */
function inOrder(rows: readonly [time: number, value: number, id: number][]) {
  const measured = rows.flatMap(([time, value, id]) => {
    const name = metricById(id)
    return name ? [[time, value, name] as const] : []
  })
  return measured.toSorted(
    (one, other) => one[0] - other[0] || Number(isContext(other[2])) - Number(isContext(one[2])),
  )
}

function changeOf(result: ChangedResult, deviceId: number, at: Date): AlarmChange {
  const { metric, direction } = result
  const alarm = { deviceId, kind: KIND, direction, metric, at } as const
  if (result.change === 'clear') return { change: 'clear', ...alarm }
  const { value, usual, isNight: byNight } = result
  return {
    change: 'trigger',
    ...alarm,
    severity: 'LOW',
    value,
    usual: { value: usual, byNight },
    isLate: false,
  }
}

async function lookAt(db: pg.ClientBase, { id, zone }: Due, at: Date) {
  const { rows: taken } = await db.query<{ state: ChangedState; since: number }>(TAKE, [id, at, zone])
  const [before] = taken
  // Another engine did.
  if (!before) return []
  const profiles = await createDeviceCache().load(db, [id])
  const { rows: spans } = await db.query<DaySpan>(SPANS, [at, zone])
  const days = await daysOf(db, spans, { id, since: before.since, measuring: profiles.get(id)?.measuring })
  const { results, state } = evaluateChanged({ days, state: before.state, now: at.getTime() })
  await db.query(SAVE, [id, JSON.stringify(state)])
  const changes = results.map((result) => changeOf(result, id, at))
  return alarmEvents(db, await applyChanges(db, profiles, changes))
}

/** Tells by day of whom something has been otherwise than usual for three days; each watch is looked at once a day. Answers how many were due. */
export async function changed(pool: pg.Pool, publish: Publish, at: Date): Promise<number> {
  const { rows } = await pool.query<Due>(DUE, [at])
  const failures: unknown[] = []
  for (const due of rows) {
    const db = await pool.connect()
    // One that cannot be looked at keeps nobody else from it.
    await transaction(db, () => lookAt(db, due, at))
      .then((events) => publishAll(events, publish))
      .catch((error: unknown) => failures.push(error))
      .finally(() => db.release())
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not every watch could be looked at.')
  return rows.length
}
