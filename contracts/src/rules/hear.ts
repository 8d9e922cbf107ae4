import { alarmKind } from '../alarms.ts'
import { type Flaps, holdFlapping } from './flapping.ts'
import { rules } from './index.ts'
import type { JudgedKind, RuleState, Situation, Verdict } from './rule.ts'

/** What is remembered of one device and kind between facts. */
export type Remembered<State> = { state: State; flaps: Flaps }

/** What one rule says of a fact, and what is remembered of it. The same `remembered` object again: nothing changed. */
export function hearFact(
  kind: JudgedKind,
  situation: Omit<Situation, 'state'>,
  remembered: Remembered<RuleState>,
): { verdicts: readonly Verdict[]; remembered: Remembered<RuleState> } {
  const { verdicts, state } = rules[kind].judge({ ...situation, state: remembered.state })
  // Each cry for help counts, however often it comes.
  const held = alarmKind(kind).latched
    ? { verdicts, flaps: remembered.flaps }
    : holdFlapping(remembered.flaps, verdicts, situation.fact)
  const isSame = state === remembered.state && held.flaps === remembered.flaps
  return { verdicts: held.verdicts, remembered: isSame ? remembered : { state, flaps: held.flaps } }
}
