import { isGraver, type Severity } from '../alarms.ts'
import { runsOnMs } from '../freshness.ts'
import { criticalOf, type Limits } from '../limits.ts'
import { metric, type MetricName } from '../metrics.ts'
import {
  calm,
  type Fact,
  type RuleEvaluation,
  keep,
  type Rule,
  type RuleState,
  type Side,
  type Situation,
  type RuleResult,
} from './rule.ts'

/** So many of the last three samples must lie outside, and so many running inside. */
const SAMPLES = 2
/** Of somebody who walks all of them. */
const SAMPLES_IN_MOTION = 3
const LAST_THREE = 0b111
const bitsIn = (row: number): number => (row & 1) + ((row >> 1) & 1) + ((row >> 2) & 1)

type Reading = Extract<Fact, { type: 'reading' }>

type Sample = Pick<Reading, 'metric' | 'value' | 'time'> & {
  direction: 'HIGH' | 'LOW'
  /** How far outside the limit; negative inside. */
  beyond: number
  /** One sample is enough, and the alarm is critical. */
  isCritical: boolean
  isInMotion: boolean
  /** A sample further from the one before than this does not run on from it. */
  runsOnMs: () => number
}

/** A vital that leaves its limits alarms; well back inside for two samples, it clears. Each side is an alarm of its own. */
export const limitsRule = (...watched: readonly MetricName[]): Rule => ({
  subjects: watched,
  evaluate: evaluateLimits,
})

function evaluateLimits(situation: Situation): RuleEvaluation {
  const { fact, state, limits } = situation
  // History neither confirms nor clears what is happening now: it is judged as a story of its own.
  if (fact.type !== 'reading' || fact.isLate) return keep(state)
  const bounds = limits[fact.metric] ?? {}
  // Nearly always: tens of thousands of readings a second pass here.
  if (isInside(fact.value, bounds) && isNothing(state)) return keep(state)
  const high = sampleOf(fact, 'HIGH', situation)
  const aboveHigh = high ? evaluate(state, high) : keep(state)
  const low = sampleOf(fact, 'LOW', situation)
  const belowLow = low ? evaluate(aboveHigh.state, low) : aboveHigh
  if (belowLow === aboveHigh) return aboveHigh
  return {
    results: [...aboveHigh.results, ...belowLow.results],
    state: belowLow.state,
    isUnconfirmed: aboveHigh.isUnconfirmed === true || belowLow.isUnconfirmed === true,
  }
}

const isInside = (value: number, { low, high }: Limits): boolean =>
  (low === undefined || value >= low) && (high === undefined || value <= high)

function isNothing(state: RuleState): boolean {
  for (const _key in state) return false
  return true
}

/** Null where nothing is to be judged: that side has no limit, or the sample is not worth it. */
function sampleOf(fact: Reading, direction: Sample['direction'], situation: Situation): Sample | null {
  const { metric: name, value, time, quality = 'GOOD', isMoving = false, intervals = [] } = fact
  const side = direction === 'HIGH' ? 'high' : 'low'
  const limits = situation.limits[name] ?? {}
  const limit = limits[side]
  if (limit === undefined || quality === 'WORTHLESS') return null
  const beyondOf = (bound: number): number => (direction === 'HIGH' ? value - bound : bound - value)
  const critical = limits[criticalOf[side]]
  const sample = {
    metric: name,
    value,
    time,
    direction,
    beyond: beyondOf(limit),
    isCritical: critical !== undefined && beyondOf(critical) > 0,
    isInMotion: false,
    runsOnMs: () => runsOnMs(intervals, situation.askedMs?.[name]),
  }
  if (quality === 'GOOD') return sample
  // Whoever walks has another pulse; one that stays too high for that too is worth a look, and no more at once.
  const { age } = situation
  const inMotion =
    isMoving && direction === 'HIGH' && typeof age === 'number' ? metric(name).highInMotion?.(age) : undefined
  const beyond = inMotion === undefined ? 0 : beyondOf(Math.max(limit, inMotion))
  return beyond > 0 ? { ...sample, beyond, isCritical: false, isInMotion: true } : null
}

const keyOf = ({ direction, metric: name }: Sample): string => `${direction}:${name}`

/** Both numbers of a blood pressure stand on the same side of one alarm. */
const sidesOf = (state: RuleState, { direction }: Sample): Side[] =>
  Object.entries(state).flatMap(([key, side]) => (key.startsWith(`${direction}:`) ? [side] : []))

function evaluate(state: RuleState, sample: Sample): RuleEvaluation {
  const key = keyOf(sample)
  const known = state[key]
  if (!known) return sample.beyond > 0 ? outside(state, calm, sample) : keep(state)
  // What lay outside before a silence confirms nothing after it.
  const isBroken = sample.time - known.at > sample.runsOnMs()
  const side: Side = { ...calm, ...known, ...(isBroken && { row: 0, inside: 0 }) }
  return sample.beyond > 0 ? outside(state, side, sample) : inside(state, side, sample)
}

const rowAfter = ({ row }: Side, bit: 0 | 1): number => ((row << 1) | bit) & LAST_THREE

function outside(state: RuleState, side: Side, sample: Sample): RuleEvaluation {
  const row = rowAfter(side, 1)
  const isConfirmed = bitsIn(row) >= (sample.isInMotion ? SAMPLES_IN_MOTION : SAMPLES)
  const severity = sample.isCritical ? 'CRITICAL' : isConfirmed ? 'HIGH' : null
  const open = gravest(severity, side.open)
  const next: Side = { ...side, row, inside: 0, open, at: sample.time }
  const after = { ...state, [keyOf(sample)]: next }
  return open
    ? { results: [trigger(sample, open)], state: after }
    : { ...keep(after), isUnconfirmed: !sample.isInMotion }
}

function inside(state: RuleState, side: Side, sample: Sample): RuleEvaluation {
  const key = keyOf(sample)
  const { [key]: _forgotten, ...rest } = state
  const row = rowAfter(side, 0)
  if (!side.open) {
    if (side.row === 0) return keep(state)
    return keep(row === 0 ? rest : { ...rest, [key]: { ...calm, row, at: sample.time } })
  }
  const isWellInside = -sample.beyond >= (metric(sample.metric).hysteresis ?? 0)
  const count = isWellInside ? side.inside + 1 : 0
  if (count < SAMPLES) return keep({ ...state, [key]: { ...side, row, inside: count, at: sample.time } })
  const isOpenElsewhere = sidesOf(rest, sample).some(({ open }) => open)
  return isOpenElsewhere
    ? keep(rest)
    : { results: [{ change: 'clear', direction: sample.direction }], state: rest }
}

const trigger = ({ direction, metric: name, value }: Sample, severity: Severity): RuleResult => ({
  change: 'trigger',
  direction,
  severity,
  metric: name,
  value,
})

const gravest = (one: Severity | null, other: Severity | null): Severity | null =>
  one && (!other || isGraver(one, other)) ? one : other
