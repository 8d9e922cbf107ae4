import { isGraver, type Severity } from '../alarms.ts'
import { limitsFor } from '../limits.ts'
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

const SAMPLES = 2
/** This far beyond a limit one sample is enough, and the alarm is critical. */
const CRITICAL_SHARE = 0.2

type Reading = Extract<Fact, { type: 'reading' }>

type Sample = Omit<Reading, 'type'> & {
  direction: 'HIGH' | 'LOW'
  /** How far outside the limit; negative inside. */
  beyond: number
  isCritical: boolean
}

/** A vital that leaves its limits alarms; well back inside for two samples, it clears. Each side is an alarm of its own. */
export const limitsRule = (...watched: readonly MetricName[]): Rule => ({
  subjects: watched,
  evaluate: evaluateLimits,
})

function evaluateLimits({ fact, state, limits, silentAfterMs }: Situation): RuleEvaluation {
  if (fact.type !== 'reading') return keep(state)
  const { low, high } = limitsFor(fact.metric, limits)
  const evaluateSide = (known: RuleState, direction: Sample['direction'], limit: number | undefined) =>
    limit === undefined ? keep(known) : evaluate(known, sampleOf(fact, direction, limit), silentAfterMs)
  const aboveHigh = evaluateSide(state, 'HIGH', high)
  const belowLow = evaluateSide(aboveHigh.state, 'LOW', low)
  return { results: [...aboveHigh.results, ...belowLow.results], state: belowLow.state }
}

function sampleOf(
  { metric: name, value, time, isLate }: Reading,
  direction: Sample['direction'],
  limit: number,
): Sample {
  const beyond = direction === 'HIGH' ? value - limit : limit - value
  const isCritical = beyond > Math.abs(limit) * CRITICAL_SHARE
  return { metric: name, value, time, isLate, direction, beyond, isCritical }
}

const keyOf = ({ direction, metric: name }: Sample): string => `${direction}:${name}`

/** Both numbers of a blood pressure stand on the same side of one alarm. */
const sidesOf = (state: RuleState, { direction }: Sample): Side[] =>
  Object.entries(state).flatMap(([key, side]) => (key.startsWith(`${direction}:`) ? [side] : []))

function evaluate(state: RuleState, sample: Sample, silentAfterMs: number): RuleEvaluation {
  const key = keyOf(sample)
  if (sample.isLate) return late(state, sample)
  const known = state[key]
  if (!known) return sample.beyond > 0 ? outside(state, calm, sample) : keep(state)
  // What lay outside before a silence confirms nothing after it.
  const isBroken = sample.time - known.at > silentAfterMs
  const side: Side = { ...calm, ...known, ...(isBroken && { outside: 0, inside: 0 }) }
  return sample.beyond > 0 ? outside(state, side, sample) : inside(state, side, sample)
}

function outside(state: RuleState, side: Side, sample: Sample): RuleEvaluation {
  const count = Math.min(side.outside + 1, SAMPLES)
  const severity = sample.isCritical ? 'CRITICAL' : count >= SAMPLES ? 'HIGH' : null
  const open = gravest(severity, side.open)
  const next: Side = { ...side, outside: count, inside: 0, open, at: sample.time }
  const after = { ...state, [keyOf(sample)]: next }
  return open ? { results: [trigger(sample, open)], state: withoutLateAlarm(after, sample) } : keep(after)
}

/** What arrived late is part of the alarm that is open now, and does not outlast it. */
function withoutLateAlarm(state: RuleState, sample: Sample): RuleState {
  if (!sidesOf(state, sample).some(({ told }) => told)) return state
  return Object.fromEntries(
    Object.entries(state).map(([key, side]) => [
      key,
      key.startsWith(`${sample.direction}:`) ? { ...side, told: false } : side,
    ]),
  )
}

function inside(state: RuleState, side: Side, sample: Sample): RuleEvaluation {
  const key = keyOf(sample)
  const { [key]: _forgotten, ...rest } = state
  if (!side.open && !side.told) {
    if (side.outside === 0) return keep(state)
    return keep(side.past > 0 ? { ...rest, [key]: { ...calm, past: side.past, at: sample.time } } : rest)
  }
  const isWellInside = -sample.beyond >= (metric(sample.metric).hysteresis ?? 0)
  const count = isWellInside ? side.inside + 1 : 0
  if (count < SAMPLES)
    return keep({ ...state, [key]: { ...side, outside: 0, inside: count, at: sample.time } })

  const isOpenElsewhere = sidesOf(rest, sample).some(({ open, told }) => open || told)
  const next = { ...rest, [key]: { ...calm, past: sample.time, at: sample.time } }
  return isOpenElsewhere
    ? keep(next)
    : { results: [{ change: 'clear', direction: sample.direction }], state: next }
}

/** History neither confirms nor clears what is happening now. Something grave raises an alarm, once: not while one is open, nor for what came before the last one ended. */
function late(state: RuleState, sample: Sample): RuleEvaluation {
  const sides = sidesOf(state, sample)
  if (!sample.isCritical || sides.some(({ open }) => open)) return keep(state)
  const hasLateAlarm = sides.some(({ told }) => told)
  if (!hasLateAlarm && sides.some(({ past }) => sample.time <= past)) return keep(state)
  const key = keyOf(sample)
  const side = { ...calm, ...state[key] }
  const next = side.told ? state : { ...state, [key]: { ...side, told: true } }
  return { results: [trigger(sample, 'MEDIUM')], state: next }
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
