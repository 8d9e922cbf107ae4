import { alarmKind } from '../alarms.ts'
import { type Flaps, holdFlapping } from './flapping.ts'
import { rules } from './index.ts'
import type { RuleKind, RuleState, Situation, RuleResult } from './rule.ts'

/** What is remembered of one device and kind between facts. */
export type Remembered<State> = { state: State; flaps: Flaps }

/** What one rule says of a fact, and what is remembered of it. The same `remembered` object again: nothing changed. */
export function evaluateRule(
  kind: RuleKind,
  situation: Omit<Situation, 'state'>,
  remembered: Remembered<RuleState>,
): { results: readonly RuleResult[]; remembered: Remembered<RuleState>; isUnconfirmed: boolean } {
  const {
    results,
    state,
    isUnconfirmed = false,
  } = rules[kind].evaluate({ ...situation, state: remembered.state })
  // Each call for help counts, however often it comes.
  const held = alarmKind(kind).latched
    ? { results, flaps: remembered.flaps }
    : holdFlapping(remembered.flaps, results, situation.fact)
  const isSame = state === remembered.state && held.flaps === remembered.flaps
  const next = isSame ? remembered : { state, flaps: held.flaps }
  return { results: held.results, remembered: next, isUnconfirmed }
}
