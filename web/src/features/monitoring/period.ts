import { type GraphRange, graphRanges } from '@carewatch/contracts/numbers'
import { dayAt } from '../../i18n/zone.ts'
import type { Span } from '../../vitals/span.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** What the graphs show: until now, or as many periods back; those are whole days by the clocks of a zone, so that one back from a day is yesterday. */
export function periodOf(range: GraphRange, back: number, { now, zone }: { now: Date; zone: string }): Span {
  const hours = graphRanges[range]
  if (back === 0) return { from: new Date(now.getTime() - hours * HOUR_MS), to: now }
  if (hours < DAY_HOURS) {
    const to = new Date(now.getTime() - back * hours * HOUR_MS)
    return { from: new Date(to.getTime() - hours * HOUR_MS), to }
  }
  const days = hours / DAY_HOURS
  const end = dayAt(now, 1 - back * days, zone)
  // What was measured at midnight belongs to the day that begins.
  return { from: dayAt(now, 1 - (back + 1) * days, zone), to: new Date(end.getTime() - 1) }
}
