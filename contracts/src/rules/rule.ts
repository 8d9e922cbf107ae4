import type { AlarmFrom, Direction, EventType, Severity } from '../alarms.ts'
import type { LimitMap } from '../limits.ts'
import type { Measuring } from '../measuring.ts'
import type { MetricName } from '../metrics.ts'
import type { Observed } from './observer.ts'

/** One side of one watched number. */
export type Side = {
  /** Which of the last three samples lay outside: a bit for each, the newest lowest. */
  row: number
  /** How many running lay well inside while its alarm is open. */
  inside: number
  /** How grave its open alarm is. */
  open: Severity | null
  /** When the sample was taken that made it so. */
  at: number
  /** What it was, where the rule has to know it again. */
  value?: number
}

/** What a rule remembers of one device between facts, by a key of its own choosing. It is stored, so a restart continues where it stood. */
export type RuleState = Readonly<Record<string, Side>>

export type Fact =
  /** Late: history, whether too old when it arrived or older than what was evaluated before it. */
  | ({
      type: 'reading'
      metric: MetricName
      value: number
      time: number
      isLate: boolean
    } & Partial<Observed>)
  | { type: 'event'; event: EventType; time: number; isLate: boolean }

/** What a rule is given beside the fact: what it remembers, and what this device and its company agreed to. */
export type Situation = {
  fact: Fact
  state: RuleState
  /** All that count, as `limitsForAll` gives them. */
  limits: LimitMap
  /** How often the watch was asked to measure, in milliseconds. */
  askedMs?: Partial<Record<MetricName, number>> | undefined
  /** What is known of its model. */
  measuring?: Measuring | undefined
  /** Of whoever wears it, in years. */
  age?: number | null | undefined
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
export type RuleEvaluation = {
  results: readonly RuleResult[]
  state: RuleState
  /** Another sample now would say whether it is so. */
  isUnconfirmed?: boolean
}

/** Says what a fact means; decides nothing else. Merging, history, tasks and notifications are the same for all kinds. */
export type Rule = {
  /** Of which facts it is about; tens of thousands a second concern only one rule each. */
  subjects: readonly (MetricName | EventType)[]
  evaluate: (situation: Situation) => RuleEvaluation
}

/** The kinds that come from a device's own facts. Rooms and fences are evaluated where their facts are made; OFFLINE by the clock. */
export type RuleKind = AlarmFrom<'device' | 'deviceAndRoom'>

export const calm: Side = { row: 0, inside: 0, open: null, at: 0 }
export const keep = (state: RuleState): RuleEvaluation => ({ results: [], state })
