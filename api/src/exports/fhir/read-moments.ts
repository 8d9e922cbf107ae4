import { FHIR_READINGS_MAX } from '@carewatch/contracts/http/exports'
import { isLimited, metric, metricById, type MetricName } from '@carewatch/contracts/metrics'
import type { Range } from '../../http/range.ts'
import { isWithin, offWristIn } from '../../readings/worthless.ts'
import { rounded } from '../../readings/decimate.ts'
import type { Services } from '../../services.ts'
import { observed } from './codes.ts'
import type { Moment } from './observations.ts'

const ids = observed.flatMap(({ parts }) => parts.map((part) => metric(part.metric).id))

/** Each metric along its index no further than the bundle could reach, then in the order of time. */
const NEXT = `select time, id as metric, value from unnest($2::int[]) as wanted (id) cross join lateral (
    select time, value::float8 as value from readings
    where device_id = $1 and metric = wanted.id and time > $3 and time <= $4 order by time limit ${FHIR_READINGS_MAX + 1}) found
  order by time, metric limit ${FHIR_READINGS_MAX + 1}`

type Row = { time: Date; metric: number; value: number }
export type Moments = { moments: Moment[]; hasMore: boolean }

/** What was measured on the wrist after a time, moment by moment; a bundle ends between two moments, never inside one. */
export async function readMoments(
  facts: Services['facts'],
  { deviceId, from, to }: Range & { deviceId: number },
): Promise<Moments> {
  const { rows } = await facts.query<Row>({ text: NEXT, values: [deviceId, ids, from, to] })
  const off = await offWristIn(facts, { deviceId, from, to })
  const isWorthless = (name: MetricName, time: Date): boolean =>
    isLimited(name) && off.some((span) => isWithin(span, time))
  const hasMore = rows.length > FHIR_READINGS_MAX
  const cut = hasMore ? rows.at(-1)?.time.getTime() : undefined
  const byTime = Map.groupBy(
    rows.filter(({ time }) => time.getTime() !== cut),
    ({ time }) => time.getTime(),
  )
  const moments = [...byTime].map(([at, measured]) => ({
    time: new Date(at),
    values: new Map(
      measured.flatMap(({ metric: id, time, value }) => {
        const name = metricById(id)
        return name && !isWorthless(name, time) ? [[name, rounded(value)] as const] : []
      }),
    ),
  }))
  return { moments, hasMore }
}
