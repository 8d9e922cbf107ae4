import { type Calibration, type Fingerprint, type Trace, type WalkReading } from './calibration.ts'

/** By room: how likely it is that somebody is there. */
export type Belief = ReadonlyMap<number, number>

/** How long people stay in a room, by which it is weighed that they leave it in the next seconds. */
const DWELL_MS = 120_000
/** What nobody can explain: a body, a trolley, a reading of another tag. */
const OUTLIER = { share: 0.03, density: 1 / 60 }
export const evenly = ({ fingerprints }: Calibration): Belief =>
  new Map([...fingerprints.keys()].map((id) => [id, 1 / fingerprints.size]))

const nothing: Fingerprint = new Map()

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

function logLikelihood(print: Fingerprint, { readings, down }: Evidence): number {
  const byGateway = Map.groupBy(readings, ({ gatewayId }) => gatewayId)
  let log = 0
  for (const [id, trace] of print) {
    if (down.has(id)) continue
    const own = byGateway.get(id)
    if (!own) log += Math.log(1 - trace.received)
    else {
      log += Math.log(trace.received)
      for (const { dbm } of own) log += logOf(trace, dbm) / own.length
    }
  }
  return log
}

/** Where they may have gone meanwhile. */
function predict({ ways }: Calibration, belief: Belief, elapsedMs: number): Map<number, number> {
  const stays = Math.exp(-elapsedMs / DWELL_MS)
  return new Map(
    [...belief.keys()].map((id) => {
      let come = 0
      for (const [from, chance] of belief)
        if (from !== id) come += chance * (1 - stays) * (ways.get(from)?.get(id) ?? 0)
      return [id, (belief.get(id) ?? 0) * stays + come]
    }),
  )
}

/** One step of the filter (forward algorithm of a hidden Markov model). */
export function nextBelief(calibration: Calibration, belief: Belief, evidence: Evidence): Belief {
  const expected = predict(calibration, belief, evidence.elapsedMs)
  if (evidence.readings.length === 0) return expected
  const logs = [...expected].map(
    ([id, chance]) =>
      [
        id,
        Math.log(chance) +
          calibration.temper * logLikelihood(calibration.fingerprints.get(id) ?? nothing, evidence),
      ] as const,
  )
  const most = Math.max(...logs.map(([, log]) => log))
  const weights = logs.map(([id, log]) => [id, Math.exp(log - most)] as const)
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  return new Map(weights.map(([id, weight]) => [id, weight / total]))
}
