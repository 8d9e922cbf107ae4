import { type Severity, isGraver } from '../alarms.ts'
import type { LimitMap } from '../limits.ts'
import type { MetricName } from '../metrics.ts'
import { evaluateRule, type Remembered } from './evaluate-rule.ts'
import { kindsBySubject } from './index.ts'
import type { RuleState, RuleResult } from './rule.ts'

/** An alarm that would have been: cleared null, it would be open still. */
export type ReplayedAlarm = {
  openedAt: number
  clearedAt: number | null
  severity: Severity
  direction: 'HIGH' | 'LOW'
  /** At its gravest. */
  value: number
}

type Agreed = { metric: MetricName; limits: LimitMap; silentAfterMs: number }

/** Tells readings in the order they were measured to the very rule that evaluates them live, and keeps the alarms it would raise. */
export function createReplay({ metric, limits, silentAfterMs }: Agreed) {
  const [kind] = kindsBySubject.get(metric) ?? []
  const alarms: ReplayedAlarm[] = []
  const open = new Map<string, ReplayedAlarm>()
  let remembered: Remembered<RuleState> = { state: {}, flaps: {} }

  return {
    alarms,
    add(time: number, value: number): void {
      if (!kind) return
      const fact = { type: 'reading', metric, value, time, isLate: false } as const
      const evaluated = evaluateRule(kind, { fact, limits, silentAfterMs }, remembered)
      remembered = evaluated.remembered
      for (const result of evaluated.results) note(result, time)
    },
  }

  function note(result: RuleResult, time: number): void {
    const { direction } = result
    if (direction === 'NONE') return
    const known = open.get(direction)
    if (result.change === 'clear') {
      if (known) known.clearedAt = time
      open.delete(direction)
      return
    }
    const { severity, value } = result
    if (!known) {
      const alarm = { openedAt: time, clearedAt: null, severity, direction, value: value ?? 0 }
      open.set(direction, alarm)
      alarms.push(alarm)
    } else if (isGraver(severity, known.severity)) Object.assign(known, { severity, value: value ?? 0 })
  }
}
