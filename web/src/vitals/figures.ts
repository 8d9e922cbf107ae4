import type { Sides } from './bounds.ts'
import type { Point } from './series.ts'
import { type Span, isWithin } from './span.ts'
import { dayAt, viewerZone } from '../i18n/zone.ts'

export type Figures = {
  n: number
  min: number
  median: number
  max: number
  /** Share within the limits, 0 to 1; null where there are none. */
  within: number | null
}

const isWithinLimits = (value: number, { low, high }: Sides): boolean =>
  (low === null || value >= low) && (high === null || value <= high)

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** What a doctor asks of a vital; null when it was not measured. */
export function figuresOf(points: readonly Point[], limits: Sides): Figures | null {
  if (points.length === 0) return null
  const sorted = points.map(({ value }) => value).toSorted((a, b) => a - b)
  const hasLimits = limits.low !== null || limits.high !== null
  const inside = sorted.filter((value) => isWithinLimits(value, limits)).length
  return {
    n: sorted.length,
    min: sorted[0] ?? 0,
    median: medianOf(sorted),
    max: sorted.at(-1) ?? 0,
    within: hasLimits ? inside / sorted.length : null,
  }
}

const HOUR_MS = 3_600_000

/** Share of the hours with a heart rate, which only a worn watch measures; 0 to 1. */
export function wearTime(heartRate: readonly Point[], span: Span): number {
  const hours = Math.ceil((span.to.getTime() - span.from.getTime()) / HOUR_MS)
  const hoursWorn = new Set(
    heartRate
      .filter(({ time }) => isWithin(time, span))
      .map(({ time }) => Math.floor((time.getTime() - span.from.getTime()) / HOUR_MS)),
  )
  return hours === 0 ? 0 : Math.min(1, hoursWorn.size / hours)
}

/** The beginnings of the days of a span, by the clocks of a zone; a day of a changed clock has 23 or 25 hours. */
export function daysIn({ from, to }: Span, zone = viewerZone()): Date[] {
  const days: Date[] = []
  for (let day = dayAt(from, 0, zone); day < to; day = dayAt(from, days.length, zone)) days.push(day)
  return days
}

/** Of each day the highest value: what a counter that starts anew at midnight came to. Null: nothing that day. */
export function daily(points: readonly Point[], days: readonly Date[]): (number | null)[] {
  return days.map((day, index) => {
    const next = days[index + 1] ?? new Date(Infinity)
    const values = points.filter(({ time }) => time >= day && !(time >= next)).map(({ value }) => value)
    return values.length === 0 ? null : Math.max(...values)
  })
}
