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

/** How often a watch measures what nobody has seen it measure often enough. */
const USUAL_MS = 30 * 60_000
const ENOUGH = 3

/** How often a watch measures something: the median of its last intervals, and never more often than it was asked to. */
export function cadenceMs(intervals: readonly number[], askedMs = 0): number {
  const median = intervals.toSorted((one, other) => one - other)[Math.floor(intervals.length / 2)] ?? 0
  return Math.max(intervals.length < ENOUGH ? USUAL_MS : median, askedMs)
}

/** Samples further apart than this do not run on: the watch missed its measuring more than twice. No mode of operation makes a rule blind. */
export const runsOnMs = (intervals: readonly number[], askedMs?: number): number =>
  3 * cadenceMs(intervals, askedMs)

/** How often a watch was asked to measure, where its settings say. */
export type AskedIntervals = {
  heartRateIntervalMinutes: number | null
  bloodPressureIntervalMinutes: number | null
}

export function askedMsOf({ heartRateIntervalMinutes, bloodPressureIntervalMinutes }: AskedIntervals) {
  const pressure = (bloodPressureIntervalMinutes ?? 0) * 60_000
  return { heartRate: (heartRateIntervalMinutes ?? 0) * 60_000, systolic: pressure, diastolic: pressure }
}

export function freshness(ageMs: number, expectedMs: number): Freshness {
  if (ageMs > offlineAfterMs(expectedMs)) return 'OFFLINE'
  if (ageMs > 3 * expectedMs) return 'STALE'
  if (ageMs > 1.5 * expectedMs) return 'DELAYED'
  return 'FRESH'
}
