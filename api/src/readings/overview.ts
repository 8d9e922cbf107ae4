import type { Point, VitalOverview } from '@carewatch/contracts/http/readings'
import { metric, type MetricName, metricNames } from '@carewatch/contracts/metrics'
import type { Caller } from '../access/viewer.ts'
import { deviceBounds } from '../devices/settings/limits.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { knownZone } from '../http/zone.ts'
import type { Services } from '../services.ts'
import { noteViewing } from '../access/viewing-log.ts'

const shown = metricNames.filter((name) => name !== 'wearing')
const ids = shown.map((name) => metric(name).id)

/** Per metric the newest reading ever, and of the last week the extremes; `today` starts where the viewer lives. */
const SUMMARY = `select m.id, latest.time, latest.value, week.max_today, week.max_week, week.min_week
  from unnest($2::int[]) as m(id)
  left join lateral (select time, value::float8 as value from readings
    where device_id = $1 and metric = m.id and time >= $4 order by time desc limit 1) latest on true
  left join lateral (select
      max(value) filter (where time >= date_trunc('day', now() at time zone $3) at time zone $3)::float8 as max_today,
      max(value)::float8 as max_week, min(value)::float8 as min_week
    from readings where device_id = $1 and metric = m.id and time >= greatest(now() - interval '7 days', $4::timestamptz)) week on true`

const HOURLY = `select metric as id, date_bin('1 hour', time, 'epoch') as time, avg(value)::float8 as value
  from readings where device_id = $1 and metric = any($2::int[]) and time >= greatest(now() - interval '1 day', $3::timestamptz)
  group by 1, 2 order by 1, 2`

type Summary = {
  id: number
  time: Date | null
  value: number | null
  max_today: number | null
  max_week: number | null
  min_week: number | null
}
type Hour = { id: number; time: Date; value: number }

const rounded = (name: MetricName, value: number): number => Number(value.toFixed(metric(name).decimals))
const orNull = (name: MetricName, value: number | null): number | null =>
  value === null ? null : rounded(name, value)

const latestOf = (name: MetricName, row: Summary | undefined): Point | null =>
  row && row.time !== null && row.value !== null ? { time: row.time, value: rounded(name, row.value) } : null

/** The newest value and the extremes of every metric of a device. */
export async function readOverview(
  services: Pick<Services, 'db' | 'facts' | 'log'>,
  caller: Caller,
  imei: string,
): Promise<{ overview: VitalOverview[] }> {
  const { db, facts } = services
  const device = await getVisibleDevice(db, caller, { imei })
  noteViewing(services, caller, { action: 'viewed', devices: [device] })
  const [boundsOf, summaries, hours] = await Promise.all([
    deviceBounds(db, device.id),
    facts.query<Summary>({
      name: 'overview',
      text: SUMMARY,
      values: [device.id, ids, knownZone(caller.timeZone), device.shownSince],
    }),
    facts.query<Hour>({ name: 'overview-hours', text: HOURLY, values: [device.id, ids, device.shownSince] }),
  ])
  const byMetric = new Map(summaries.rows.map((row) => [row.id, row]))
  const overview = shown.map((name): VitalOverview => {
    const { id } = metric(name)
    const row = byMetric.get(id)
    return {
      metric: name,
      latest: latestOf(name, row),
      maxToday: orNull(name, row?.max_today ?? null),
      maxWeek: orNull(name, row?.max_week ?? null),
      minWeek: orNull(name, row?.min_week ?? null),
      lastDay: hours.rows
        .filter((hour) => hour.id === id)
        .map(({ time, value }) => ({ time, value: rounded(name, value) })),
      limits: boundsOf(name),
    }
  })
  return { overview }
}
