import {
  type Alarm,
  alarmKind,
  CANCEL_WITHIN_MS,
  maySnooze,
  type Severity,
} from '@carewatch/contracts/alarms'
import type { Notification } from '@carewatch/contracts/notifications'

/** An alarm, or the notification of it. */
export type Shown = Alarm | Notification
/** Those of one incident, in the order of triage. */
export type ShownIncident = readonly [Shown, ...Shown[]]

export type AlarmState = {
  severity: Severity
  /** It ends with a word what it was. */
  needsCause: boolean
  isTaken: boolean
  isClosed: boolean
  /** Somebody can be with whom it is about: of a room, a device or an outage nobody can. */
  isOfPerson: boolean
  maySnooze: boolean
  /** The fall that may still be called none. */
  cancellable: string | null
}

const openedAt = (shown: Shown): Date => ('openedAt' in shown ? shown.openedAt : shown.createdAt)

const isClosed = (shown: Shown): boolean =>
  'closedAt' in shown ? shown.closedAt !== null : !shown.active && shown.acknowledged

/** By which it is answered: a notification only tells of it. */
export const alarmUuidOf = (shown: Shown): string =>
  'alarmUuid' in shown ? (shown.alarmUuid ?? shown.uuid) : shown.uuid

/** What can still be done with an incident. One alarm is put off, and never a cry for help: with others beside it, it is not offered. */
export function stateOf(alarms: ShownIncident, now: Date = new Date()): AlarmState {
  const [first] = alarms
  const open = alarms.filter((shown) => !isClosed(shown))
  const isFresh = (shown: Shown) => now.getTime() - openedAt(shown).getTime() < CANCEL_WITHIN_MS
  const fall = open.find((shown) => shown.kind === 'FALL' && isFresh(shown))
  return {
    severity: first.severity,
    needsCause: open.some(({ kind }) => alarmKind(kind).latched),
    isTaken: first.acknowledged,
    isClosed: open.length === 0,
    isOfPerson: Boolean(first.wearer),
    maySnooze: open.length === 1 && open.every(({ kind }) => maySnooze(kind)),
    cancellable: fall ? alarmUuidOf(fall) : null,
  }
}
