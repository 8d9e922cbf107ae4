import { type EventType, eventTypes, type VitalAlarm } from '../alarms.ts'
import { limitedMetrics, type MetricName, metricNames, metrics } from '../metrics.ts'
import { batteryRule } from './battery.ts'
import { deteriorationRule } from './deterioration.ts'
import { eventRule } from './event.ts'
import { limitsRule } from './limits.ts'
import { offWristRule } from './off-wrist.ts'
import type { RuleKind, Rule } from './rule.ts'

// Safe: the kinds of the limited metrics, each once.
const vitalRules = Object.fromEntries(
  limitedMetrics.map((name) => {
    const { alarm } = metrics[name]
    return [alarm, limitsRule(...limitedMetrics.filter((other) => metrics[other].alarm === alarm))]
  }),
) as Record<VitalAlarm, Rule>

/** One line an alarm kind; leave one out and this file stops compiling. */
export const rules: Record<RuleKind, Rule> = {
  SOS: eventRule('SOS'),
  FALL: eventRule('FALL', { takenBackBy: 'FALL_CANCELLED' }),
  UNKNOWN_ALARM: eventRule('UNKNOWN_ALARM', { severity: 'HIGH' }),
  ...vitalRules,
  DETERIORATION: deteriorationRule,
  BATTERY: batteryRule,
  OFF_WRIST: offWristRule,
}

const ruleKinds = Object.keys(rules) as RuleKind[]

/** The kinds of alarm that a metric or an event concerns. */
export const kindsBySubject = new Map<MetricName | EventType, readonly RuleKind[]>(
  [...metricNames, ...eventTypes].map((subject) => [
    subject,
    ruleKinds.filter((kind) => rules[kind].subjects.includes(subject)),
  ]),
)
