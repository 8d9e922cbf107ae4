import { isGraver, type Severity } from '../alarms.ts'
import { calm, type RuleEvaluation, keep, type Rule, type RuleState, type Situation } from './rule.ts'

const GRADES = [
  [5, 'HIGH'],
  [10, 'MEDIUM'],
  [20, 'LOW'],
] as const
export const BATTERY_CLEARS_AT = 25
const KEY = 'battery'

export const batteryGrade = (percent: number): Severity | null =>
  GRADES.find(([limit]) => percent <= limit)?.[1] ?? null

/** Told once a grade, not once a reading; charging or five points above the mark clears it. */
export const batteryRule: Rule = {
  subjects: ['battery', 'LOW_BATTERY', 'CHARGING'],
  evaluate: evaluateBattery,
}

function evaluateBattery({ fact, state }: Situation): RuleEvaluation {
  if (fact.isLate) return keep(state)
  if (fact.type === 'event') {
    if (fact.event === 'CHARGING') return clear(state)
    return fact.event === 'LOW_BATTERY' ? grade(state, 'LOW', { value: null, time: fact.time }) : keep(state)
  }
  if (fact.value >= BATTERY_CLEARS_AT) return clear(state)
  return grade(state, batteryGrade(fact.value), fact)
}

function grade(
  state: RuleState,
  severity: Severity | null,
  { value, time }: { value: number | null; time: number },
): RuleEvaluation {
  const { open } = state[KEY] ?? calm
  if (!severity || (open && !isGraver(severity, open))) return keep(state)
  return {
    results: [{ change: 'trigger', direction: 'NONE', severity, metric: 'battery', value }],
    state: { ...state, [KEY]: { ...calm, open: severity, at: time } },
  }
}

function clear(state: RuleState): RuleEvaluation {
  if (!state[KEY]) return keep(state)
  return { results: [{ change: 'clear', direction: 'NONE' }], state: {} }
}
