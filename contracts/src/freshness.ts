/** How old a device's last word is, against how often it should speak (alarms: freshness). */

export const operationModes = ['NORMAL', 'POWER_SAVING', 'EMERGENCY', 'CUSTOM'] as const
export type OperationMode = (typeof operationModes)[number]

/** Minutes between location reports by mode; CUSTOM takes the interval from the settings. */
export const MODE_MINUTES: Record<Exclude<OperationMode, 'CUSTOM'>, number> = {
  NORMAL: 15,
  POWER_SAVING: 60,
  EMERGENCY: 1,
}

export const freshnessStates = ['FRESH', 'DELAYED', 'STALE', 'OFFLINE'] as const
export type Freshness = (typeof freshnessStates)[number]

const OFFLINE_AT_LEAST_MS = 3 * 60_000

export const expectedIntervalMs = (mode: OperationMode, customMinutes: number | null): number =>
  (mode === 'CUSTOM' ? (customMinutes ?? MODE_MINUTES.NORMAL) : MODE_MINUTES[mode]) * 60_000

export const offlineAfterMs = (expectedMs: number): number => Math.max(6 * expectedMs, OFFLINE_AT_LEAST_MS)

/** A reading older than this when it arrives is history: it raises at most a MEDIUM alarm marked late. */
export const lateAfterMs = (expectedMs: number): number => Math.max(2 * expectedMs, 15 * 60_000)

/** Samples further apart than this do not run on: the watch was offline between them, or it missed its measuring more than twice. */
export const brokenAfterMs = (expectedMs: number, measuredEveryMinutes: number | null): number =>
  Math.max(offlineAfterMs(expectedMs), 3 * 60_000 * (measuredEveryMinutes ?? 0))

export function freshness(ageMs: number, expectedMs: number): Freshness {
  if (ageMs > offlineAfterMs(expectedMs)) return 'OFFLINE'
  if (ageMs > 3 * expectedMs) return 'STALE'
  if (ageMs > 1.5 * expectedMs) return 'DELAYED'
  return 'FRESH'
}
