import { dayAt } from '../i18n/zone.ts'
import { daily, daysIn } from './figures.ts'
import type { Point } from './series.ts'
import { lengthOf, type Span } from './span.ts'

const HOUR_MS = 3_600_000
/** Longer than three days, and the one more that a changed clock can bring, hours are too many bars. */
const HOURS_UNTIL_MS = 73 * HOUR_MS

export const isByHour = (span: Span): boolean => lengthOf(span) <= HOURS_UNTIL_MS

/** What a counter that begins anew at midnight rose by in each hour. Of the first reading of a span nobody knows when its steps were walked. */
function hourly(points: readonly Point[], zone: string): Point[] {
  const byHour = new Map<number, number>()
  for (const [index, { time, value }] of points.entries()) {
    const before = points[index - 1]
    if (!before) continue
    const isSameDay = dayAt(time, 0, zone).getTime() === dayAt(before.time, 0, zone).getTime()
    const hour = Math.floor(time.getTime() / HOUR_MS) * HOUR_MS
    const rise = Math.max(0, isSameDay ? value - before.value : value)
    byHour.set(hour, (byHour.get(hour) ?? 0) + rise)
  }
  return [...byHour].map(([hour, value]) => ({ time: new Date(hour + HOUR_MS / 2), value }))
}

/** Steps as bars: each hour's, or each day's, in its middle. */
export function stepBars(points: readonly Point[], span: Span, zone: string): Point[] {
  if (isByHour(span)) return hourly(points, zone)
  const days = daysIn(span, zone)
  const totals = daily(points, days)
  return days.flatMap((day, index) => {
    const value = totals[index]
    return typeof value === 'number' ? [{ time: new Date(day.getTime() + 12 * HOUR_MS), value }] : []
  })
}
