import {
  type Alarm,
  type AlarmKind,
  CANCEL_WITHIN_MS,
  maySnooze,
  type Severity,
} from '@carewatch/contracts/alarms'
import type { AlarmDetail } from '@carewatch/contracts/http/alarms'
import type { Notification } from '@carewatch/contracts/notifications'

/** An alarm with its history, or the notification of it. */
export type Shown = Alarm | AlarmDetail | Notification

export type AlarmState = {
  kind: AlarmKind
  severity: Severity
  isTaken: boolean
  isClosed: boolean
  maySnooze: boolean
  mayCancel: boolean
}

const openedAt = (shown: Shown): Date => ('openedAt' in shown ? shown.openedAt : shown.createdAt)

/** What can still be done with an alarm. */
export function stateOf(shown: Shown, now: Date = new Date()): AlarmState {
  const { kind, severity, acknowledged } = shown
  const isClosed = 'closedAt' in shown ? shown.closedAt !== null : !shown.active && acknowledged
  return {
    kind,
    severity,
    isTaken: acknowledged,
    isClosed,
    maySnooze: !isClosed && maySnooze(kind),
    mayCancel: kind === 'FALL' && !isClosed && now.getTime() - openedAt(shown).getTime() < CANCEL_WITHIN_MS,
  }
}
