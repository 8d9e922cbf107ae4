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
/** Of those that are doubtful all of them. */
const DOUBTFUL_SAMPLES = 3
const LAST_THREE = 0b111
const bitsIn = (row: number): number => (row & 1) + ((row >> 1) & 1) + ((row >> 2) & 1)

type Reading = Extract<Fact, { type: 'reading' }>

type Sample = Pick<Reading, 'metric' | 'value' | 'time'> & {
  direction: 'HIGH' | 'LOW'
  /** How far outside the limit; negative inside. */
  beyond: number
  /** One that is not doubtful is enough, and the alarm is critical. */
  isCritical: boolean
  isDoubtful: boolean
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
  const { metric: name, value, time, quality = 'GOOD', intervals = [] } = fact
  const side = direction === 'HIGH' ? 'high' : 'low'
  const { [side]: warning, [criticalOf[side]]: critical = null } = situation.limits[name] ?? {}
  if (warning === undefined || quality === 'WORTHLESS') return null
  const beyondOf = (bound: number): number => (direction === 'HIGH' ? value - bound : bound - value)
  const isGrave = (shift: number): boolean => critical !== null && beyondOf(critical) > shift
  const sample = {
    metric: name,
    value,
    time,
    direction,
    beyond: beyondOf(warning),
    isDoubtful: false,
    isCritical: isGrave(0),
    runsOnMs: () => runsOnMs(intervals, situation.askedMs?.[name]),
  }
  if (quality === 'GOOD') return sample
  const shift = direction === 'HIGH' ? shiftInMotion(fact, warning, situation) : null
  const isCritical = isGrave(shift ?? 0)
  // Walking, a pulse has another warning limit; of whatever else is doubtful only what is dangerous counts.
  const isOutside = isCritical || (shift !== null && sample.beyond > shift)
  return isOutside ? { ...sample, isDoubtful: true, isCritical } : null
}

/** Of whoever wears it nobody knows how old they are. */
const ASSUMED_AGE = 65

/** By how much the limits of a metric are higher while its person walks; null where it has none of its own for that. */
function shiftInMotion(
  { metric: name, isMoving = false }: Reading,
  warning: number,
  { age }: Situation,
): number | null {
  const usual = isMoving ? metric(name).highInMotion?.(age ?? ASSUMED_AGE) : undefined
  return usual === undefined ? null : Math.max(0, usual - warning)
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
  const isConfirmed = bitsIn(row) >= (sample.isDoubtful ? DOUBTFUL_SAMPLES : SAMPLES)
  const isReported = isConfirmed || (sample.isCritical && !sample.isDoubtful)
  const severity = !isReported ? null : sample.isCritical ? 'CRITICAL' : 'HIGH'
  const open = gravest(severity, side.open)
  const next: Side = { ...side, row, inside: 0, open, at: sample.time }
  const after = { ...state, [keyOf(sample)]: next }
  return open
    ? { results: [trigger(sample, open)], state: after }
    : { ...keep(after), isUnconfirmed: !sample.isDoubtful }
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
