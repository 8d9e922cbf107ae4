import { type EventType, eventTypes } from '../alarms.ts'
import { type MetricName, metricNames } from '../metrics.ts'
import { batteryRule } from './battery.ts'
import { eventRule } from './event.ts'
import { limitsRule } from './limits.ts'
import { offWristRule } from './off-wrist.ts'
import type { RuleKind, Rule } from './rule.ts'

/** One line an alarm kind; leave one out and this file stops compiling. */
export const rules: Record<RuleKind, Rule> = {
  SOS: eventRule('SOS'),
  FALL: eventRule('FALL', 'FALL_CANCELLED'),
  HEART_RATE: limitsRule('heartRate'),
  BLOOD_PRESSURE: limitsRule('systolic', 'diastolic'),
  SPO2: limitsRule('spo2'),
  TEMPERATURE: limitsRule('temperature'),
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
