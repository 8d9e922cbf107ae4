import { distanceM } from '@carewatch/contracts/rules/fence-shape'
import type { Found } from './resolver.ts'

export type Radio = 'GSM' | 'UMTS' | 'LTE' | 'NR'
/** A cell that was heard and is in the table: `rangeM` as its table has it, `signal` as the watch says it. */
export type KnownCell = {
  lat: number
  lng: number
  rangeM: number
  samples: number
  radio: Radio
  signal?: number | undefined
}

/** No cell of its kind is trusted to reach less: a table that says so has measured one street of it. */
const LEAST_REACH_M: Record<Radio, number> = { GSM: 1_000, UMTS: 800, LTE: 500, NR: 300 }
/** What was measured less often stands anywhere. */
const FEW_SAMPLES = 3
/** Wider than any cell is nowhere. */
const WIDEST_M = 35_000
const STEP_M = 10

const reachOf = ({ radio, rangeM, samples }: KnownCell): number =>
  Math.max(LEAST_REACH_M[radio], rangeM) * (samples < FEW_SAMPLES ? 2 : 1)

/** In dBm. Makers write it so, or as a byte of it without its sign, or in steps of two from -113. */
function strengthOf(signal: number | undefined): number {
  if (signal === undefined) return -113
  if (signal < 0) return signal
  return signal > 127 ? signal - 256 : 2 * signal - 113
}

/** A narrow cell that is heard well says the most. */
const weightOf = (cell: KnownCell): number =>
  Math.min(100, Math.max(1, strengthOf(cell.signal) + 130)) / reachOf(cell)

/** The shorter way around the earth. */
const eastOf = (from: number, to: number): number => ((to - from + 540) % 360) - 180

/**
 * Where a watch is that hears these cells, the one that serves it first: nearest to what it hears best, and as inexact as that cell reaches.
 * Cells that cannot be received at one place say that the table is wrong: of several then nothing is believed that stands alone.
 */
export function placeByCells(received: readonly KnownCell[]): Found | undefined {
  const [serving] = received
  if (!serving) return undefined
  const agreeing = received.filter((one) => distanceM(serving, one) <= reachOf(serving) + reachOf(one))
  if (agreeing.length === 1 && received.length > 1) return undefined
  const total = agreeing.reduce((sum, one) => sum + weightOf(one), 0)
  const mean = (off: (one: KnownCell) => number): number =>
    agreeing.reduce((sum, one) => sum + off(one) * weightOf(one), 0) / total
  const lat = mean((one) => one.lat)
  const lng = eastOf(0, serving.lng + mean((one) => eastOf(serving.lng, one.lng)))
  const accuracyM =
    Math.ceil(Math.round(distanceM(serving, { lat, lng }) + reachOf(serving)) / STEP_M) * STEP_M
  return accuracyM > WIDEST_M ? undefined : { lat, lng, accuracyM, source: 'CELL' }
}
