import type { Calibration, Trace, WalkReading } from './calibration.ts'

/** By room: how likely it is that somebody is there. */
export type Belief = ReadonlyMap<number, number>

/** How long people stay in a room, by which it is weighed that they leave it in the next seconds. */
const DWELL_MS = 120_000
/** What nobody can explain: a body, a trolley, a reading of another tag. */
const OUTLIER = { share: 0.03, density: 1 / 60 }
export const evenly = ({ fingerprints }: Calibration): Belief =>
  new Map([...fingerprints.keys()].map((id) => [id, 1 / fingerprints.size]))

/** How one gateway receives each room, as logarithms. */
type Row = {
  gatewayId: number
  traces: readonly (Trace | undefined)[]
  received: Float64Array
  missed: Float64Array
}
/** A calibration laid out flat, the rooms numbered in its order: hundreds of beacons are decided by it every few seconds. */
type Grid = {
  roomIds: readonly number[]
  rows: readonly Row[]
  /** From each room to each. */
  ways: readonly Float64Array[]
}

const grids = new WeakMap<Calibration['fingerprints'], Grid>()

function gridOf({ fingerprints, ways }: Calibration): Grid {
  const before = grids.get(fingerprints)
  if (before) return before
  const roomIds = [...fingerprints.keys()]
  const gatewayIds = new Set([...fingerprints.values()].flatMap((print) => [...print.keys()]))
  const rows = [...gatewayIds].map((gatewayId): Row => {
    const traces = roomIds.map((id) => fingerprints.get(id)?.get(gatewayId))
    const logs = (of: (trace: Trace) => number) =>
      Float64Array.from(traces, (trace) => (trace ? Math.log(of(trace)) : 0))
    const [received, missed] = [logs((trace) => trace.received), logs((trace) => 1 - trace.received)]
    return { gatewayId, traces, received, missed }
  })
  const waysFrom = (from: number) => Float64Array.from(roomIds, (to) => ways.get(from)?.get(to) ?? 0)
  const grid = { roomIds, rows, ways: roomIds.map(waysFrom) }
  grids.set(fingerprints, grid)
  return grid
}

const density = ({ dbm, sigma }: Trace, measured: number): number =>
  Math.exp(-0.5 * ((measured - dbm) / sigma) ** 2) / (sigma * Math.sqrt(2 * Math.PI))

const logOf = (trace: Trace, measured: number): number =>
  Math.log((1 - OUTLIER.share) * density(trace, measured) + OUTLIER.share * OUTLIER.density)

export type Evidence = {
  readings: readonly WalkReading[]
  /** Of these nothing is received, and that says nothing. */
  down: ReadonlySet<number>
  /** Since the step before. */
  elapsedMs: number
}

function addAll(sums: Float64Array, values: Float64Array): void {
  // No iterator: this is the innermost loop, and many times as fast without.
  for (let index = 0; index < sums.length; index++) sums[index] = (sums[index] ?? 0) + (values[index] ?? 0)
}

/** Of each room: by what one gateway received, several readings counting as one. */
function meansOf(traces: Row['traces'], readings: readonly WalkReading[]): Float64Array {
  const means = new Float64Array(traces.length)
  for (const [index, trace] of traces.entries()) {
    let sum = 0
    if (trace) for (const { dbm } of readings) sum += logOf(trace, dbm)
    means[index] = sum / readings.length
  }
  return means
}

/** Of each room: how likely it is that this is received there. */
function logLikelihoods({ roomIds, rows }: Grid, { readings, down }: Evidence): Float64Array {
  const byGateway = Map.groupBy(readings, ({ gatewayId }) => gatewayId)
  const logs = new Float64Array(roomIds.length)
  for (const { gatewayId, traces, received, missed } of rows) {
    if (down.has(gatewayId)) continue
    const own = byGateway.get(gatewayId)
    addAll(logs, own ? received : missed)
    if (own) addAll(logs, meansOf(traces, own))
  }
  return logs
}

/** Where they may have gone meanwhile. */
function predict({ roomIds, ways }: Grid, belief: Belief, elapsedMs: number): Float64Array {
  const stays = Math.exp(-elapsedMs / DWELL_MS)
  const expected = Float64Array.from(roomIds, (id) => (belief.get(id) ?? 0) * stays)
  for (const [from, own] of ways.entries()) {
    const leaves = (belief.get(roomIds[from] ?? -1) ?? 0) * (1 - stays)
    for (let to = 0; to < own.length; to++) expected[to] = (expected[to] ?? 0) + leaves * (own[to] ?? 0)
  }
  return expected
}

/** One step of the filter (forward algorithm of a hidden Markov model). */
export function nextBelief(calibration: Calibration, belief: Belief, evidence: Evidence): Belief {
  const grid = gridOf(calibration)
  const expected = predict(grid, belief, evidence.elapsedMs)
  const asBelief = (chances: Float64Array): Belief =>
    new Map(grid.roomIds.map((id, index) => [id, chances[index] ?? 0]))
  if (evidence.readings.length === 0) return asBelief(expected)
  const likelihoods = logLikelihoods(grid, evidence)
  const logs = expected.map(
    (chance, index) => Math.log(chance) + calibration.temper * (likelihoods[index] ?? 0),
  )
  const most = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - most))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return asBelief(weights.map((weight) => weight / total))
}
