import { MAX_POINTS } from '@carewatch/contracts/http/readings'
import type { Width } from './history-sql.ts'

/** A time and the values measured then. */
export type Sample = readonly number[]

const MINUTE_MS = 60_000
/** More than a screen has pixels for would only travel further. */
const MOST_SPANS = 720

/** The narrowest whole-minute span that keeps the graph within its points: each span keeps a lowest and a highest of every metric. */
export function spanFor(lengthMs: number, width: Width): number {
  const spans = Math.min(MOST_SPANS, Math.floor(MAX_POINTS / (2 * width))) - 1
  return Math.max(1, Math.ceil(lengthMs / spans / MINUTE_MS)) * MINUTE_MS
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
