import { isLimited, metric, type MetricName, metricNames } from '@carewatch/contracts/metrics'
import { laterOf } from '../access/worn.ts'
import type { Facts } from '../services.ts'
import type { Range } from './history-sql.ts'
import { newestLongAgo, newestOf, RECENT_MS } from './newest.ts'
import { isWithin, offWristIn } from './worthless.ts'

export type Measured = { metric: MetricName; value: number; time: Date }

/** Of so far back the overview looks when a watch lay off the wrist. */
const WEEK_MS = 7 * 86_400_000
const shown = metricNames.filter((name) => name !== 'wearing')

/** The newest of each metric over a time, as the overview has it, without its extremes; what was measured off the wrist is none. */
export async function readLatest(facts: Facts, range: Range): Promise<Measured[]> {
  const { deviceId, from, to } = range
  const now = Date.now()
  const ids = shown.map((name) => metric(name).id)
  const recent = laterOf(from, new Date(Math.min(to.getTime(), now) - RECENT_MS))
  const [lay, newest] = await Promise.all([
    offWristIn(facts, { deviceId, from: new Date(now - WEEK_MS), to }),
    newestOf(facts, { deviceId, from: recent, to }, ids),
  ])
  const missing = ids.filter((id) => !newest.some((one) => one.id === id))
  const before = { deviceId, from, to: new Date(recent.getTime() - 1) }
  const found = [...newest, ...(await newestLongAgo(facts, before, missing))]
  return shown.flatMap((name) => {
    const { id, decimals } = metric(name)
    const one = found.find((row) => row.id === id)
    if (!one || (isLimited(name) && lay.some((span) => isWithin(span, one.time)))) return []
    return [{ metric: name, value: Number(one.value.toFixed(decimals)), time: one.time }]
  })
}
