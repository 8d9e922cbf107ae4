import { calm, type Fact, type RuleEvaluation, keep, type Rule, type Situation } from './rule.ts'

const KEY = 'wearing'

/** Whether the fact says on or off the wrist; most say neither. */
function isWorn(fact: Fact): boolean | undefined {
  if (fact.type === 'reading') return fact.metric === 'wearing' ? fact.value === 1 : undefined
  if (fact.event === 'OFF_WRIST') return false
  return fact.event === 'ON_WRIST' ? true : undefined
}

/** A watch in a drawer protects nobody: staff are told once, until it is worn again. */
export const offWristRule: Rule = {
  subjects: ['wearing', 'OFF_WRIST', 'ON_WRIST'],
  evaluate: evaluateWearing,
}

function evaluateWearing({ fact, state }: Situation): RuleEvaluation {
  const worn = isWorn(fact)
  const isOpen = state[KEY] !== undefined
  if (worn === undefined || fact.isLate || worn !== isOpen) return keep(state)
  if (worn) return { results: [{ change: 'clear', direction: 'NONE' }], state: {} }
  return {
    results: [{ change: 'trigger', direction: 'NONE', severity: 'MEDIUM', metric: 'wearing', value: null }],
    state: { [KEY]: { ...calm, open: 'MEDIUM', at: fact.time } },
  }
}
