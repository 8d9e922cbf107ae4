import type { AlarmFrom, Direction, EventType, Severity } from '../alarms.ts'
import type { LimitMap } from '../limits.ts'
import type { MetricName } from '../metrics.ts'

/** One side of one watched number. */
export type Side = {
  /** How many samples running lay outside, or back inside while its alarm is open. */
  outside: number
  inside: number
  /** How grave its open alarm is. */
  open: Severity | null
  /** An alarm is open about what arrived late: it says nothing of now. */
  told: boolean
  /** All that was measured until then had its alarm. */
  past: number
  /** When the sample was taken that made it so. */
  at: number
}

/** What a rule remembers of one device between facts, by a key of its own choosing. It is stored, so a restart continues where it stood. */
export type RuleState = Readonly<Record<string, Side>>

export type Fact =
  /** Late: history, whether too old when it arrived or older than what was evaluated before it. */
  | { type: 'reading'; metric: MetricName; value: number; time: number; isLate: boolean }
  | { type: 'event'; event: EventType; time: number; isLate: boolean }

/** What a rule is given beside the fact: what it remembers, and what this device and its company agreed to. */
export type Situation = {
  fact: Fact
  state: RuleState
  limits: LimitMap
  /** Samples further apart than this do not run on: between them the device was silent. */
  silentAfterMs: number
}

export type Trigger = {
  change: 'trigger'
  direction: Direction
  severity: Severity
  metric: MetricName | null
  value: number | null
}
export type Clear = { change: 'clear'; direction: Direction }
export type RuleResult = Trigger | Clear

/** The same `state` object again means: nothing to remember. */
export type RuleEvaluation = { results: readonly RuleResult[]; state: RuleState }

/** Says what a fact means; decides nothing else. Merging, history, tasks and notifications are the same for all kinds. */
export type Rule = {
  /** Of which facts it is about; tens of thousands a second concern only one rule each. */
  subjects: readonly (MetricName | EventType)[]
  evaluate: (situation: Situation) => RuleEvaluation
}

/** The kinds that come from a device's own facts. Rooms and fences are evaluated where their facts are made; OFFLINE by the clock. */
export type RuleKind = AlarmFrom<'device' | 'deviceAndRoom'>

export const calm: Side = { outside: 0, inside: 0, open: null, told: false, past: 0, at: 0 }
export const keep = (state: RuleState): RuleEvaluation => ({ results: [], state })
