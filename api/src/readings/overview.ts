import type { Point, VitalOverview } from '@carewatch/contracts/http/readings'
import { isLimited, limitedMetrics, metric, type MetricName, metricNames } from '@carewatch/contracts/metrics'
import type { Caller } from '../access/viewer.ts'
import { deviceBounds } from '../devices/settings/limits.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { AHEAD } from '../access/worn-spans.ts'
import { laterOf } from '../access/worn.ts'
import { knownZone } from '../http/zone.ts'
import type { Services } from '../services.ts'
import type { Range } from './history-sql.ts'
import { newestLongAgo, RECENT_MS } from './newest.ts'
import { isWithin, isWorn, momentsOf, offWristIn } from './worthless.ts'

const shown = metricNames.filter((name) => name !== 'wearing')
const ids = shown.map((name) => metric(name).id)
const measuredIds = limitedMetrics.map((name) => metric(name).id)

/** Per metric the newest reading of a time, and of its last week the extremes; `today` starts where the viewer lives. Parameters: device, metrics, zone, from, to, those that are measured, when it lay off the wrist, and where its last week begins. */
const SUMMARY = `select m.id, latest.time, latest.value, week.max_today, week.max_week, week.min_week, week.min_today
  from unnest($2::int[]) as m(id)
  left join lateral (select time, value::float8 as value from readings
    where device_id = $1 and metric = m.id and time >= $4 and time <= $5 order by time desc limit 1) latest on true
  left join lateral (select
      max(value) filter (where time >= date_trunc('day', now() at time zone $3) at time zone $3)::float8 as max_today,
      min(value) filter (where time >= date_trunc('day', now() at time zone $3) at time zone $3)::float8 as min_today,
      max(value)::float8 as max_week, min(value)::float8 as min_week
    from readings where device_id = $1 and metric = m.id
      and time >= $9 and time <= $5 and (m.id <> all($6::int[]) or ${isWorn(7)})) week on true`

const HOURLY = `select metric as id, date_bin('1 hour', time, 'epoch') as time, avg(value)::float8 as value, min(value)::float8 as lowest, count(*)::int as count
  from readings where device_id = $1 and metric = any($2::int[])
    and time >= $3 and time <= $4 and (metric <> all($5::int[]) or ${isWorn(6)})
  group by 1, 2 order by 1, 2`

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

type Summary = {
  id: number
  time: Date | null
  value: number | null
  max_today: number | null
  max_week: number | null
  min_week: number | null
  min_today: number | null
}
/** `off`: its own device lay off the wrist as the newest was measured. */
type OfDevice = Summary & { off: boolean }
type Hour = { id: number; time: Date; value: number; lowest: number; count: number }

const rounded = (name: MetricName, value: number): number => Number(value.toFixed(metric(name).decimals))
const orNull = (name: MetricName, value: number | null): number | null =>
  value === null ? null : rounded(name, value)

type Latest = Point & { off: boolean }
const latestOf = (name: MetricName, rows: readonly OfDevice[]): Latest | null =>
  rows.reduce<Latest | null>(
    (newest, { time, value, off }) =>
      time !== null && value !== null && (newest === null || time > newest.time)
        ? { time, value: rounded(name, value), off }
        : newest,
    null,
  )

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)
const highest = (values: readonly (number | null)[]): number | null =>
  known(values).reduce<number | null>((high, value) => Math.max(high ?? value, value), null)
const lowest = (values: readonly (number | null)[]): number | null =>
  known(values).reduce<number | null>((low, value) => Math.min(low ?? value, value), null)

/** The mean of each hour, also of one in which the device changed; its lowest, where that is what tells. */
function hoursOf(name: MetricName, hours: readonly Hour[]): Point[] {
  const byTime = Map.groupBy(hours, ({ time }) => time.getTime())
  const byLowest = metric(name).tile?.extremes === 'lowest'
  return [...byTime]
    .toSorted(([one], [other]) => one - other)
    .map(([time, of]) => {
      const count = of.reduce((all, hour) => all + hour.count, 0)
      const sum = of.reduce((all, hour) => all + hour.value * hour.count, 0)
      const value = byLowest ? Math.min(...of.map(({ lowest: least }) => least)) : sum / count
      return { time: new Date(time), value: rounded(name, value) }
    })
}

/** The newest value and the extremes of every metric over some times, each of one device. */
export async function readSpans(
  { facts }: Pick<Services, 'facts'>,
  { spans, zone }: { spans: readonly Range[]; zone: string },
  boundsOf: (name: MetricName) => VitalOverview['limits'],
): Promise<VitalOverview[]> {
  const summaries: OfDevice[] = []
  const hours: Hour[] = []
  for (const { deviceId, from, to } of spans) {
    const now = Date.now()
    const lay = await offWristIn(facts, { deviceId, from: new Date(now - WEEK_MS), to })
    const worn = [measuredIds, ...momentsOf(lay)]
    const recent = laterOf(from, new Date(Math.min(to.getTime(), now) - RECENT_MS))
    // Without names: each is planned for the chunks of its times, where the plan kept for any times opens those of all years.
    const [summary, hour] = await Promise.all([
      facts.query<Summary>({
        text: SUMMARY,
        values: [deviceId, ids, zone, recent, to, ...worn, laterOf(from, new Date(now - WEEK_MS))],
      }),
      facts.query<Hour>({
        text: HOURLY,
        values: [deviceId, ids, laterOf(from, new Date(now - DAY_MS)), to, ...worn],
      }),
    ])
    const missing = summary.rows.filter(({ time }) => time === null).map(({ id }) => id)
    const before = { deviceId, from, to: new Date(recent.getTime() - 1) }
    const older = await newestLongAgo(facts, before, missing)
    const newest = summary.rows.map((row) => ({ ...row, ...older.find(({ id }) => id === row.id) }))
    summaries.push(...newest.map((row) => ({ ...row, off: lay.some((span) => isWithin(span, row.time)) })))
    hours.push(...hour.rows)
  }
  return shown.map((name): VitalOverview => {
    const { id } = metric(name)
    const rows = summaries.filter((row) => row.id === id)
    const latest = latestOf(name, rows)
    const of = (pick: (row: OfDevice) => number | null) => rows.map(pick)
    return {
      metric: name,
      latest: latest && { time: latest.time, value: latest.value },
      isWorthless: isLimited(name) && latest?.off === true,
      maxToday: orNull(name, highest(of((row) => row.max_today))),
      maxWeek: orNull(name, highest(of((row) => row.max_week))),
      minWeek: orNull(name, lowest(of((row) => row.min_week))),
      minToday: orNull(name, lowest(of((row) => row.min_today))),
      lastDay: hoursOf(
        name,
        hours.filter((hour) => hour.id === id),
      ),
      limits: boundsOf(name),
    }
  })
}

/** The newest value and the extremes of every metric of a device. */
export async function readOverview(
  services: Pick<Services, 'db' | 'facts' | 'log'>,
  caller: Caller,
  imei: string,
): Promise<{ overview: VitalOverview[] }> {
  const { db } = services
  const device = await getVisibleDevice(db, caller, { imei })
  const spans = [{ deviceId: device.id, from: device.shownSince, to: AHEAD }]
  const zone = knownZone(caller.timeZone)
  return { overview: await readSpans(services, { spans, zone }, await deviceBounds(db, device.id)) }
}
