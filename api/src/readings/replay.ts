import { setImmediate as nextTurn } from 'node:timers/promises'
import { metricById, type MetricName, metrics } from '@carewatch/contracts/metrics'
import { isContext } from '@carewatch/contracts/rules/observer'
import { type Agreed, createReplay, type ReplayedAlarm } from '@carewatch/contracts/rules/replay'
import type { Facts } from '../services.ts'

export type Reading = [time: number, value: number]
type Beside = [time: number, value: number, metric: number]

/** Between so many others have their turn. */
const READINGS_AT_ONCE = 5_000
/** As many as there are readings of a fortnight, one a minute and metric. */
const BESIDE_MAX = 50_000
const contextIds = Object.entries(metrics).flatMap(([name, { id }]) =>
  // Safe: the keys of the metrics.
  isContext(name as MetricName) ? [id] : [],
)

const BESIDE = `select date_part('epoch', time) * 1000, value::float8, metric from readings
  where device_id = $1 and metric = any($2::int2[]) and time >= to_timestamp($3::float8 / 1000) and time <= to_timestamp($4::float8 / 1000)
  order by time desc limit ${BESIDE_MAX}`

/** What says whether a watch was worn and its wearer walked while these readings were taken; oldest first. */
export async function readBeside(
  facts: Facts,
  deviceId: number,
  readings: readonly Reading[],
): Promise<Beside[]> {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last) return []
  const { rows } = await facts.query<Beside>({
    text: BESIDE,
    values: [deviceId, contextIds, first[0] - 3_600_000, last[0]],
    rowMode: 'array',
  })
  return rows.reverse()
}

/** Of one metric each is on a side. */
export type SidedAlarm = ReplayedAlarm & { direction: 'HIGH' | 'LOW' }
const isSided = (alarm: ReplayedAlarm): alarm is SidedAlarm => alarm.direction !== 'NONE'

/** The alarms that readings of one metric, oldest first, would have raised by the rules that judge live. */
export async function replayed(
  readings: readonly Reading[],
  beside: readonly Beside[],
  agreed: Agreed & { metric: MetricName },
): Promise<SidedAlarm[]> {
  const replay = createReplay(agreed)
  let next = 0
  for (const [index, [time, value]] of readings.entries()) {
    for (let row = beside[next]; row && row[0] <= time; row = beside[++next])
      replay.add(row[0], row[1], metricById(row[2]))
    replay.add(time, value)
    if (index % READINGS_AT_ONCE === 0) await nextTurn()
  }
  return replay.alarms.filter(isSided)
}
