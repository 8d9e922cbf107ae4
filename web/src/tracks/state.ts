import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import type { Notification } from '@carewatch/contracts/notifications'
import { cannotWait } from '../live/open-alarms.ts'

/** What one sees of a watch on the map, from the gravest: nobody has answered what cannot wait; something else is open. */
export const pinStates = ['urgent', 'alarm', 'stale', 'fresh'] as const
export type PinState = (typeof pinStates)[number]

const STALE_AFTER_INTERVALS = 2

export function isStale({ position, expectedIntervalMs }: DeviceLocation, now: Date): boolean {
  if (!position) return false
  return now.getTime() - position.time.getTime() > STALE_AFTER_INTERVALS * expectedIntervalMs
}

/** Somebody put it off: it is open, and no longer of nobody. */
const isPutOff = ({ snoozedUntil }: Notification, now: Date): boolean =>
  snoozedUntil !== null && snoozedUntil > now

/** A server that does not say what is open says how much: any of it may be what cannot wait. */
const isUrgent = ({ alarms, openAlarms }: DeviceLocation, now: Date): boolean =>
  alarms
    ? alarms.some((alarm) => !alarm.isRehearsal && !isPutOff(alarm, now) && cannotWait(alarm))
    : openAlarms > 0

export const openIn = ({ alarms, openAlarms }: DeviceLocation): number => alarms?.length ?? openAlarms

export function pinState(location: DeviceLocation, now: Date): PinState {
  if (isUrgent(location, now)) return 'urgent'
  if (openIn(location) > 0) return 'alarm'
  return isStale(location, now) ? 'stale' : 'fresh'
}

/** How many of each. */
export function counted(states: readonly PinState[]): Record<PinState, number> {
  const counts = { urgent: 0, alarm: 0, stale: 0, fresh: 0 }
  for (const state of states) counts[state] += 1
  return counts
}

/** Who is there; the watch itself only where nobody wears it. */
export const nameOf = ({ wearer, deviceName }: DeviceLocation): string => wearer?.name ?? deviceName
