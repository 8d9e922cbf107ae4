import { MAX_POINTS } from '@carewatch/contracts/http/readings'
import { DAY_MS, type Extremes, QUARTER_MS } from '@carewatch/contracts/summed-days'
import type { Range, Width } from './history-sql.ts'

/** A time and the values measured then. */
export type Sample = readonly number[]

const MINUTE_MS = 60_000
/** More than a screen has pixels for would only travel further. */
const MOST_SPANS = 720

/** From this length on a graph is put together from what is kept of each day: its spans are whole quarters of an hour. */
const LONG_MS = 6.5 * DAY_MS
export const isLong = ({ from, to }: Pick<Range, 'from' | 'to'>): boolean =>
  to.getTime() - from.getTime() >= LONG_MS

/** How many spans there may be: each keeps a lowest and a highest of every metric. */
const mostSpans = (width: Width): number => Math.floor(MAX_POINTS / (2 * width))
const narrowest = (lengthMs: number, width: Width): number =>
  lengthMs / (Math.min(MOST_SPANS, mostSpans(width)) - 1)
const wholeOf = (unitMs: number, ms: number): number => Math.max(1, Math.ceil(ms / unitMs)) * unitMs

/** The narrowest whole-minute span that keeps the graph within its points. */
export const spanFor = (lengthMs: number, width: Width): number =>
  wholeOf(MINUTE_MS, narrowest(lengthMs, width))

/** Whoever looks at most of a year looks at days: a third of one takes three times as long to read as it shows more. */
const DAYS_FROM_MS = DAY_MS / 3

/** The same of a long graph, in quarters of an hour or in whole days; of days rather a little narrower than much wider. */
export function longSpanFor(lengthMs: number, width: Width): number {
  const span = narrowest(lengthMs, width)
  if (span <= DAYS_FROM_MS) return wholeOf(QUARTER_MS, span)
  const down = Math.max(1, Math.floor(span / DAY_MS)) * DAY_MS
  return lengthMs / down + 1 <= mostSpans(width) ? down : down + DAY_MS
}

/** The width of the spans of a graph whose readings lie between these two. Of a long one by their days alone, all that is known of them before they are read. */
export function spanBetween(
  range: Pick<Range, 'from' | 'to'>,
  [first, last]: [number, number],
  width: Width,
): number {
  if (!isLong(range)) return spanFor(last - first, width)
  const from = Math.max(range.from.getTime(), dayOf(first))
  const to = Math.min(range.to.getTime(), dayOf(last) + DAY_MS)
  return longSpanFor(to - from, width)
}

export const dayOf = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS

/** Of wider spans the lowest and highest of each metric, of those of narrower ones within them: of the same value the first is the lowest, and the last the highest. */
export function widened(all: readonly Extremes[], spanMs: number, width: Width): number[][] {
  const spans = new Map<number, number[]>()
  for (const { row } of all) {
    const span = Math.floor((row[0] ?? 0) / spanMs)
    const best = spans.get(span)
    if (best) takeBetter(best, row, width)
    else spans.set(span, [...row])
  }
  return [...spans.values()]
}

function takeBetter(best: number[], row: readonly number[], width: Width): void {
  for (let pick = 0; pick < 2 * width; pick++) {
    const at = pick * (width + 1)
    const value = at + 1 + Math.floor(pick / 2)
    const more = (row[value] ?? 0) - (best[value] ?? 0) || (row[at] ?? 0) - (best[at] ?? 0)
    const isBetter = pick % 2 === 0 ? more < 0 : more > 0
    if (isBetter) for (let field = at; field <= at + width; field++) best[field] = row[field] ?? 0
  }
}

/** Rows of extremes laid end to end, cut into samples, in order of time, each time once. */
export function samplesOf(rows: readonly Sample[], width: Width): Sample[] {
  const samples = new Map<number, Sample>()
  for (const row of rows) {
    for (let at = 0; at < row.length; at += width + 1) {
      const sample = row.slice(at, at + width + 1)
      samples.set(sample[0] ?? 0, sample)
    }
  }
  return [...samples.values()].toSorted(([one = 0], [other = 0]) => one - other)
}

/** Sensors give few decimals; the database's four-byte numbers would show seven. */
export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
