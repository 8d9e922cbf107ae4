import { type Calibration, STEP_MS, type WalkReading } from './calibration.ts'
import { type Belief, nextBelief } from './room-filter.ts'
import { floorOf, type Gateways, type Trail, type TrailStep } from './whereabouts.ts'

/** What a gateway reports later than that says nothing of now. */
export const TRAIL_MS = 180_000

type Evidence = {
  calibration: Calibration
  gateways: Gateways
  readings: readonly WalkReading[]
  now: number
  elapsedMs: number
}

/** Those of the calibration that were told to report more seldom than it is decided, and when each did last. */
function slowOf({ fingerprints }: Calibration, gateways: Gateways): ReadonlyMap<number, number> {
  const [print] = fingerprints.values()
  const slow = new Map<number, number>()
  for (const id of print?.keys() ?? []) {
    const gateway = gateways.get(id)
    if ((gateway?.reportsEveryMs ?? 0) > STEP_MS) slow.set(id, gateway?.lastMessageAt ?? 0)
  }
  return slow
}

/** What a gateway has not reported yet it may have received. */
const downIn = ({ at, silent }: TrailStep, slow: ReadonlyMap<number, number>): ReadonlySet<number> =>
  new Set([...silent, ...[...slow].flatMap(([id, reportedAt]) => (at > reportedAt ? [id] : []))])

/** Each reading in the step in which it was received; the last takes what is newer, and what is older than all of them is gone. */
function sorted(steps: readonly TrailStep[], late: readonly WalkReading[]): TrailStep[] {
  if (late.length === 0) return [...steps]
  const last = steps.length - 1
  return steps.map((step, index) => {
    const from = step.at - Math.max(STEP_MS, step.elapsedMs)
    const own = late.filter(({ time }) => time > from && (time <= step.at || index === last))
    return own.length === 0 ? step : { ...step, readings: [...step.readings, ...own] }
  })
}

const after =
  (calibration: Calibration, slow: ReadonlyMap<number, number>) => (belief: Belief, step: TrailStep) =>
    nextBelief(calibration, belief, {
      readings: step.readings,
      down: downIn(step, slow),
      elapsedMs: step.elapsedMs,
    })

/** What is believed now, in a branch with gateways that report seldom: each time that one does, the last minutes are gone through again with what it received in them. */
function beliefByTrail(
  before: Belief,
  trail: Trail | null,
  { slow, ...evidence }: Evidence & { slow: ReadonlyMap<number, number> },
): { belief: Belief; trail: Trail } {
  const { calibration, gateways, readings, now, elapsedMs } = evidence
  const prompt = readings.filter(({ gatewayId }) => !slow.has(gatewayId))
  const step: TrailStep = { at: now, elapsedMs, readings: prompt, silent: floorOf(gateways).silent }
  const known = trail ?? { base: before, steps: [], reportedAt: '' }
  const steps = sorted(
    [...known.steps, step],
    readings.filter(({ gatewayId }) => slow.has(gatewayId)),
  )
  const reportedAt = [...slow.values()].join(' ')
  const next = after(calibration, slow)
  const isAsBefore = reportedAt === known.reportedAt
  const belief = isAsBefore ? next(before, steps.at(-1) ?? step) : steps.reduce(next, known.base)
  const old = steps.filter(({ at }) => now - at > TRAIL_MS)
  return {
    belief,
    trail: { base: old.reduce(next, known.base), steps: steps.slice(old.length), reportedAt },
  }
}

/** What is believed after what was received since the last decision. */
export function beliefAfter(
  before: Belief,
  trail: Trail | null,
  evidence: Evidence,
): { belief: Belief; trail: Trail | null } {
  const { calibration, gateways, readings, elapsedMs } = evidence
  const slow = slowOf(calibration, gateways)
  if (slow.size > 0) return beliefByTrail(before, trail, { ...evidence, slow })
  const down = floorOf(gateways).silent
  return { belief: nextBelief(calibration, before, { readings, down, elapsedMs }), trail: null }
}
