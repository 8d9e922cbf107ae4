import { isGraver, type Severity } from '../alarms.ts'
import { metric, type MetricName } from '../metrics.ts'
import {
  calm,
  type Fact,
  type Judgement,
  keep,
  type Rule,
  type RuleState,
  type Side,
  type Situation,
  type Verdict,
} from './rule.ts'

const SAMPLES = 2
/** This far beyond a limit one sample is enough, and the alarm is critical. */
const CRITICAL_SHARE = 0.2

type Reading = Extract<Fact, { type: 'reading' }>

type Sample = {
  metric: MetricName
  value: number
  isLate: boolean
  direction: 'HIGH' | 'LOW'
  /** How far outside the limit; negative inside. */
  beyond: number
  isCritical: boolean
}

/** A vital that leaves its limits alarms; well back inside for two samples, it clears. Each side is an alarm of its own. */
export const limitsRule = (...watched: readonly MetricName[]): Rule => ({
  hears: watched,
  judge: judgeLimits,
})

function judgeLimits({ fact, state, limits }: Situation): Judgement {
  if (fact.type !== 'reading') return keep(state)
  const { low, high } = { ...metric(fact.metric).limits, ...limits[fact.metric] }
  const aboveHigh = high === undefined ? keep(state) : judge(state, sampleOf(fact, 'HIGH', high))
  const belowLow =
    low === undefined ? keep(aboveHigh.state) : judge(aboveHigh.state, sampleOf(fact, 'LOW', low))
  return { verdicts: [...aboveHigh.verdicts, ...belowLow.verdicts], state: belowLow.state }
}

function sampleOf(
  { metric: name, value, isLate }: Reading,
  direction: 'HIGH' | 'LOW',
  limit: number,
): Sample {
  const beyond = direction === 'HIGH' ? value - limit : limit - value
  return {
    metric: name,
    value,
    isLate,
    direction,
    beyond,
    isCritical: beyond > Math.abs(limit) * CRITICAL_SHARE,
  }
}

function judge(state: RuleState, sample: Sample) {
  const key = `${sample.direction}:${sample.metric}`
  const side = state[key] ?? calm
  if (sample.isLate) return { verdicts: late(side, sample), state }
  if (sample.beyond > 0) return outside(state, key, sample)
  if (side === calm) return keep(state)
  return inside(state, key, sample)
}

function outside(state: RuleState, key: string, sample: Sample) {
  const side = state[key] ?? calm
  const count = Math.min(side.outside + 1, SAMPLES)
  const severity = sample.isCritical ? 'CRITICAL' : count >= SAMPLES ? 'HIGH' : null
  const open = gravest(severity, side.open)
  const next: Side = { outside: count, inside: 0, open }
  const verdicts: Verdict[] = open ? [trigger(sample, open)] : []
  return { verdicts, state: { ...state, [key]: next } }
}

function inside(state: RuleState, key: string, sample: Sample) {
  const side = state[key] ?? calm
  const isWellInside = -sample.beyond >= (metric(sample.metric).hysteresis ?? 0)
  const count = isWellInside ? side.inside + 1 : 0
  if (side.open && count < SAMPLES) return keep({ ...state, [key]: { ...side, outside: 0, inside: count } })

  // Nothing left to remember of this side.
  const { [key]: _forgotten, ...rest } = state
  const isOpenElsewhere = Object.entries(rest).some(
    ([other, { open }]) => open && other.startsWith(`${sample.direction}:`),
  )
  const clears = side.open && !isOpenElsewhere
  return { verdicts: clears ? [{ verdict: 'clear', direction: sample.direction } as const] : [], state: rest }
}

/** History neither confirms nor clears what is happening now; of something grave it still tells. */
const late = (side: Side, sample: Sample): Verdict[] =>
  sample.isCritical && !side.open ? [trigger(sample, 'MEDIUM')] : []

const trigger = ({ direction, metric: name, value }: Sample, severity: Severity): Verdict => ({
  verdict: 'trigger',
  direction,
  severity,
  metric: name,
  value,
})

const gravest = (one: Severity | null, other: Severity | null): Severity | null =>
  one && (!other || isGraver(one, other)) ? one : other
