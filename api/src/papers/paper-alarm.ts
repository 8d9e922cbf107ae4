import type { PaperAlarm } from '@carewatch/contracts/alarms'
import { type AlarmRow, toAlarm } from '../alarms/alarm-rows.ts'

/** What a paper says of an alarm. */
export function toPaperAlarm(row: AlarmRow): PaperAlarm {
  const { uuid, kind, direction, severity, openedAt, closedAt, ...facts } = toAlarm(row)
  const { metric, value, usual, byNight, late, isRehearsal } = facts
  return {
    uuid,
    kind,
    direction,
    severity,
    openedAt,
    closedAt,
    metric,
    value,
    usual,
    byNight,
    late,
    isRehearsal,
  }
}
