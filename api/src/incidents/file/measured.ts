import { eventTypes } from '@carewatch/contracts/alarms'
import { FILE_MOST, type IncidentFile } from '@carewatch/contracts/http/incident-files'
import { metric, type MetricName, metricNames } from '@carewatch/contracts/metrics'
import type { Services } from '../../services.ts'
import { rounded } from '../../readings/decimate.ts'
import type { Range } from '../../readings/history-sql.ts'
import { READ_MOST } from './cuts.ts'
import { type QualityOf, readQualities } from './quality.ts'

const MINUTE_MS = 60_000

/** Of each span the lowest and the highest. Parameters: device, from, to, metrics, seconds of a span. */
const VITALS = `select metric as id, min(time) as at, min(value)::float8 as min, max(value)::float8 as max, count(*)::int as n
  from readings where device_id = $1 and time >= $2 and time <= $3 and metric = any($4::int[])
  group by metric, date_bin(make_interval(secs => $5::float8), time, 'epoch') order by 2`

/** Parameters: device, from, to, types. */
const EVENTS = `select time as at, type from device_events
  where device_id = $1 and time >= $2 and time <= $3 and type = any($4::text[]) order by time, type limit ${READ_MOST}`

const shown = metricNames.filter((name) => name !== 'wearing')
const ids = shown.map((name) => metric(name).id)

type Span = { id: number; at: Date; min: number; max: number; n: number }
type Vital = Pick<NonNullable<IncidentFile['vitals']>[number], 'metric' | 'spanMs' | 'points'>
type Event = NonNullable<IncidentFile['events']>[number]
type Window = { from: Date; to: Date }

/** A minute, or as many as keep the file within its bounds. */
const spanFor = ({ from, to }: Window): number =>
  Math.max(1, Math.ceil((to.getTime() - from.getTime()) / MINUTE_MS / FILE_MOST.vitals)) * MINUTE_MS

const byTime = (one: { at: Date }, other: { at: Date }): number => one.at.getTime() - other.at.getTime()

/** What was measured in a time, over everything that was worn in it. */
export async function readVitals(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  ranges: readonly Range[],
  window: Window,
): Promise<Vital[]> {
  const spanMs = spanFor(window)
  const found: (Span & { quality: ReturnType<QualityOf> })[] = []
  for (const { deviceId, from, to } of ranges) {
    const { rows } = await facts.query<Span>(VITALS, [deviceId, from, to, ids, spanMs / 1_000])
    const qualityOf = await readQualities({ db, facts }, { deviceId, from, to }, spanMs)
    found.push(...rows.map((row) => ({ ...row, quality: qualityOf(row.id, row.at) })))
  }
  const pointsOf = (name: MetricName) =>
    found
      .filter(({ id }) => id === metric(name).id)
      .map(({ at, min, max, n, quality }) => ({
        at,
        min: rounded(min),
        max: rounded(max),
        n,
        ...(quality && { quality }),
      }))
      .toSorted(byTime)
  return shown
    .map((name) => ({ metric: name, spanMs, points: pointsOf(name) }))
    .filter(({ points }) => points.length > 0)
}

/** What the devices themselves reported. */
export async function readEvents(
  { facts }: Pick<Services, 'facts'>,
  ranges: readonly Range[],
): Promise<Event[]> {
  const found: Event[] = []
  for (const { deviceId, from, to } of ranges) {
    const { rows } = await facts.query<{ at: Date; type: string }>(EVENTS, [
      deviceId,
      from,
      to,
      [...eventTypes],
    ])
    found.push(...rows)
  }
  return found.toSorted(byTime)
}
