import { dayAt } from '../i18n/zone.ts'
import { daily } from './figures.ts'
import { sleepOf } from './nights.ts'
import type { History } from './history.ts'
import type { Span } from './span.ts'

const DAYS = 7
/** Of fewer a mean says nothing of a week. */
const DAYS_MIN = 4
/** Closer than this to each other, two weeks are as good as alike. */
const ALIKE = 0.05

type Mean = { perDay: number; days: number }
/** How a week was beside the one before it, of the days that are known. */
export type WeekBeside = { now: Mean; before: Mean; than: 'more' | 'less' | 'same' }
export type Weeks = Partial<Record<'steps' | 'sleep', WeekBeside>> & {
  /** The day that goes on is not in it. */
  isUntilYesterday?: boolean
}

/** The two weeks of whole days that end with a span: the day that goes on is left out. */
export function fortnightTo({ to }: Span, zone: string): Date[] {
  const end = new Date(to.getTime() + 1)
  return Array.from({ length: 2 * DAYS + 1 }, (_, index) => dayAt(end, index - 2 * DAYS, zone))
}

function meanOf(days: readonly (number | null)[]): Mean | null {
  // A watch that lay on a table counts nothing.
  const known = days.flatMap((value) => (value ? [value] : []))
  if (known.length < DAYS_MIN) return null
  return {
    perDay: Math.round(known.reduce((sum, value) => sum + value, 0) / known.length),
    days: known.length,
  }
}

function beside(days: readonly (number | null)[]): WeekBeside | null {
  const before = meanOf(days.slice(0, DAYS))
  const now = meanOf(days.slice(DAYS))
  if (!before || !now) return null
  const change = now.perDay / before.perDay - 1
  return { now, before, than: Math.abs(change) < ALIKE ? 'same' : change > 0 ? 'more' : 'less' }
}

/** Steps and sleep of a week beside the week before; left out where one of them is hardly known. `midnights`: as of `fortnightTo`. */
export function weeksOf(points: History['points'], midnights: readonly Date[], zone: string): Weeks {
  const days = midnights.slice(0, -1)
  const end = midnights.at(-1) ?? new Date(0)
  const steps = beside(
    daily(
      (points.steps ?? []).filter(({ time }) => time < end),
      days,
    ),
  )
  const sleep = beside(
    days.map((from, index) =>
      sleepOf(points, { from, to: new Date((midnights[index + 1] ?? end).getTime() - 1) }, zone),
    ),
  )
  return { ...(steps && { steps }), ...(sleep && { sleep }) }
}
