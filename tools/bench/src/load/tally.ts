import { build, type Histogram } from 'hdr-histogram-js'
import type { Latency } from './job.ts'

const MICRO = 1_000

/** Counts what was acknowledged and how long it took, from the end of the warm-up on. */
export class Tally {
  ackedInAll = 0
  acked = 0
  isMeasuring = false
  private readonly histogram: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 120_000_000,
    numberOfSignificantValueDigits: 3,
  })

  /** Milliseconds since the message was due. */
  add(waitedMs: number): void {
    this.ackedInAll++
    if (!this.isMeasuring) return
    this.acked++
    this.histogram.recordValue(Math.max(1, Math.round(waitedMs * MICRO)))
  }

  latency(): Latency {
    const at = (percentile: number) => this.histogram.getValueAtPercentile(percentile) / MICRO
    return { p50: at(50), p99: at(99), p999: at(99.9), max: this.histogram.maxValue / MICRO }
  }
}
