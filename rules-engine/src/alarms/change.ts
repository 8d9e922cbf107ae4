import type { AlarmKind, Direction, Severity } from '@carewatch/contracts/alarms'
import type { MetricName } from '@carewatch/contracts/metrics'

/** What the rules want done to a device's alarms; a gateway's go their own way (`gateway.ts`). */
export type AlarmChange =
  | {
      change: 'trigger'
      deviceId: number
      kind: AlarmKind
      direction: Direction
      severity: Severity
      metric: MetricName | null
      value: number | null
      isLate: boolean
      at: Date
      /** The fence that the wearer is outside of, and whether they have just left. */
      fence?: { id: number; isExit: boolean }
      /** What had been usual, of what is no longer so. */
      usual?: { value: number; byNight: boolean }
    }
  | {
      change: 'clear'
      deviceId: number
      kind: AlarmKind
      direction: Direction
      at: Date
      /** Of what is no longer as usual: of which it is again. */
      metric?: MetricName
    }

export type AlarmTrigger = Extract<AlarmChange, { change: 'trigger' }>

/** The columns of an alarm that changing it takes. */
export type AlarmRow = {
  id: number
  uuid: string
  /** Null: a room’s or a gateway’s. */
  device_id: number | null
  kind: AlarmKind
  direction: Direction
  severity: Severity
  active: boolean
  latched: boolean
  late: boolean
  rehearsal: boolean
  metric: MetricName | null
  value: number | null
  usual: number | null
  by_night: boolean | null
  fence_id: number | null
  count: number
  opened_at: Date
  last_at: Date
  acknowledged_at: Date | null
  snoozed_until: Date | null
  closed_at: Date | null
}

/** By name: a statement that was planned for all columns fails for ever when a newer version adds one. */
export const ALARM_ROW = `id, uuid, device_id, kind, direction, severity, active, latched, late, rehearsal, metric, value, usual, by_night, fence_id, count,
  opened_at, last_at, acknowledged_at, snoozed_until, closed_at`

/** What became of a change, to be told after the commit. */
export type Outcome = { alarm: AlarmRow; change: 'opened' | 'repeated' | 'raised' | 'cleared' | 'closed' }
