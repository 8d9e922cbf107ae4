import { eventTypes } from '@carewatch/contracts/alarms'
import type { VitalQuality } from '@carewatch/contracts/http/incident-files'
import { limitedMetrics, metric, metricById, metricNames } from '@carewatch/contracts/metrics'
import { createObserver, isContext } from '@carewatch/contracts/rules/observer'
import { measuringOfId } from '../../devices/models/model.ts'
import { handoversOf } from '../../readings/worthless.ts'
import type { Services } from '../../services.ts'
import type { Range } from '../../readings/history-sql.ts'

const HOUR_MS = 3_600_000
/** So long before it something may say that the watch lay off the wrist, and a value was measured that the first is compared with. */
const BESIDE_MS = 8 * HOUR_MS
const BEFORE_MS = HOUR_MS
/** Of more nobody is told what they are worth. */
const MOST = 50_000

const besideIds = metricNames.filter(isContext).map((name) => metric(name).id)
/** What has limits is judged; of a battery nobody asks whether it was worn. */
const judgedIds = limitedMetrics.map((name) => metric(name).id)
const worn = eventTypes.filter((type) => type === 'OFF_WRIST' || type === 'ON_WRIST')

/** What says whether it was worn before what was measured at the same moment. Parameters: device, to, metrics beside and types from, others from. */
const SAMPLES = `select ms, id, value, type from (
    select date_part('epoch', time) * 1000 as ms, metric as id, value::float8 as value, null as type, 0 as rank
    from readings where device_id = $1 and metric = any($3::int[]) and time >= $4 and time <= $2
    union all
    select date_part('epoch', time) * 1000, null, null, type, 0
    from device_events where device_id = $1 and type = any($5::text[]) and time >= $4 and time <= $2
    union all
    select date_part('epoch', time) * 1000, metric, value::float8, null, 1
    from readings where device_id = $1 and metric = any($6::int[]) and time >= $7 and time <= $2) samples
  order by ms, rank, id limit ${MOST + 1}`

type Sample = { ms: number; id: number | null; value: number | null; type: (typeof worn)[number] | null }

const order: readonly VitalQuality[] = ['GOOD', 'DOUBTFUL', 'WORTHLESS']
const worse = (one: VitalQuality | undefined, other: VitalQuality): VitalQuality =>
  one !== undefined && order.indexOf(one) > order.indexOf(other) ? one : other

/** Of a metric, and of the span in which a moment is, what the least of its values is worth, as the rules judge it; undefined: nobody knows. */
export type QualityOf = (id: number, at: Date) => VitalQuality | undefined

/** What was measured by one device is worth what the rules say of it, who follow the watch from before on. */
export async function readQualities(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  { deviceId, from, to }: Range,
  spanMs: number,
): Promise<QualityOf> {
  // What it said of who had it before says nothing of who has it now.
  const theirs = (await handoversOf(facts, deviceId)).findLast((at) => at <= from.getTime()) ?? 0
  const before = (ms: number): Date => new Date(Math.max(from.getTime() - ms, theirs))
  const asked = [deviceId, to, besideIds, before(BESIDE_MS), worn, judgedIds, before(BEFORE_MS)]
  const { rows } = await facts.query<Sample>(SAMPLES, asked)
  const found = new Map<string, VitalQuality>()
  const keyOf = (id: number, ms: number): string => `${id}/${Math.floor(ms / spanMs)}`
  if (rows.length > MOST) return () => undefined
  const observer = createObserver({ measuring: await measuringOfId(db, deviceId) })
  for (const { ms: time, id, value, type } of rows) {
    if (type) observer.note({ type: 'event', event: type, time })
    const name = id === null ? undefined : metricById(id)
    if (id === null || name === undefined || value === null) continue
    if (isContext(name)) {
      observer.note({ type: 'reading', metric: name, value, time })
      continue
    }
    const { quality } = observer.observe(name, value, time)
    found.set(keyOf(id, time), worse(found.get(keyOf(id, time)), quality))
  }
  return (id, at) => found.get(keyOf(id, at.getTime()))
}
