import type { DeviceLocation } from '@carewatch/contracts/http/positions'

/** What one sees of a watch on the map, from the gravest. */
export const pinStates = ['alarm', 'stale', 'fresh'] as const
export type PinState = (typeof pinStates)[number]

const STALE_AFTER_INTERVALS = 2

export function isStale({ position, expectedIntervalMs }: DeviceLocation, now: Date): boolean {
  if (!position) return false
  return now.getTime() - position.time.getTime() > STALE_AFTER_INTERVALS * expectedIntervalMs
}

export function pinState(location: DeviceLocation, now: Date): PinState {
  if (location.openAlarms > 0) return 'alarm'
  return isStale(location, now) ? 'stale' : 'fresh'
}

export const worstOf = (states: readonly PinState[]): PinState =>
  pinStates.find((state) => states.includes(state)) ?? 'fresh'

/** Who is there; the watch itself only where nobody wears it. */
export const nameOf = ({ wearer, deviceName }: DeviceLocation): string => wearer?.name ?? deviceName
