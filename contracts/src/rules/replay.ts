import { type Direction, isGraver, type Severity, type VitalAlarm } from '../alarms.ts'
import { isLimited, type MetricName, metrics } from '../metrics.ts'
import { evaluateRule, type Remembered } from './evaluate-rule.ts'
import { createObserver } from './observer.ts'
import type { RuleState, RuleResult, Situation } from './rule.ts'

/** An alarm that would have been: cleared null, it would be open still. */
export type ReplayedAlarm = {
  openedAt: number
  /** The last sample that kept it going. */
  lastAt: number
  clearedAt: number | null
  severity: Severity
  direction: Direction
  /** Null: several together. */
  metric: MetricName | null
  /** The worst while it was as grave as it became. */
  value: number
}

/** The kinds that are said of what was measured. */
export type ReplayedKind = VitalAlarm | 'DETERIORATION'

export type Agreed = Pick<Situation, 'limits' | 'askedMs' | 'age' | 'measuring'>
/** Told when another sample now would have said whether it is so. */
type OnUnconfirmed = { onUnconfirmed?: (time: number) => void }
type Replaying = Agreed & OnUnconfirmed & { metric: MetricName | readonly MetricName[]; kind?: ReplayedKind }

/**
 * Tells readings in the order they were measured to the very rule that evaluates them live, and keeps the alarms it would raise of one metric, or of several that make a kind;
 * which, where it is not that of the metric's own limits.
 * The steps and whether the watch was worn say what the others are worth: give them too, before what was measured at the same moment.
 */
export function createReplay({ metric, kind: named, onUnconfirmed, ...agreed }: Replaying) {
  const observer = createObserver(agreed)
  const watched = typeof metric === 'string' ? [metric] : metric
  const kind = named ?? watched.flatMap((name) => (isLimited(name) ? metrics[name].alarm : []))[0]
  const alarms: ReplayedAlarm[] = []
  const open = new Map<string, ReplayedAlarm>()
  let remembered: Remembered<RuleState> = { state: {}, flaps: {} }

  return {
    alarms,
    /** Takes in that the watch said that it is worn, or is not. */
    note: observer.note.bind(observer),
    add(time: number, value: number, of: MetricName | undefined = watched[0]): void {
      if (!kind || !of) return
      observer.note({ type: 'reading', metric: of, value, time })
      if (!watched.includes(of)) return
      const observed = observer.observe(of, value, time)
      const fact = { type: 'reading', metric: of, value, time, isLate: false, ...observed } as const
      const evaluated = evaluateRule(kind, { fact, ...agreed }, remembered)
      remembered = evaluated.remembered
      for (const result of evaluated.results) note(result, time)
      if (evaluated.isUnconfirmed) onUnconfirmed?.(time)
    },
  }

  function note(result: RuleResult, time: number): void {
    const { direction } = result
    const known = open.get(direction)
    if (result.change === 'clear') {
      if (known) known.clearedAt = time
      open.delete(direction)
      return
    }
    const { severity, value, metric: of } = result
    if (value === null) return
    if (!known) {
      const alarm = { openedAt: time, lastAt: time, clearedAt: null, severity, direction, metric: of, value }
      open.set(direction, alarm)
      alarms.push(alarm)
      return
    }
    known.lastAt = time
    if (isGraver(severity, known.severity)) Object.assign(known, { severity, metric: of, value })
    else if (severity === known.severity && of === known.metric && isWorse(value, known))
      Object.assign(known, { value })
  }
}

const isWorse = (value: number, { direction, value: known }: ReplayedAlarm): boolean =>
  direction === 'LOW' ? value < known : value > known
