import type { Measured } from '@carewatch/devices/kit/facts'
import { withoutAbsent } from './plain.ts'

/** Measurements in the neutral names of the case files. */
export const measuredFields = (measured: Measured): Record<string, unknown> =>
  withoutAbsent({
    heart_rate: measured.heartRate,
    systolic: measured.systolic,
    diastolic: measured.diastolic,
    spo2: measured.spo2,
    temperature_c: measured.temperature,
    steps: measured.steps,
    battery_percent: measured.battery || undefined,
    sleep_deep_min: measured.sleepDeep,
    sleep_light_min: measured.sleepLight,
    sleep_awake_min: measured.sleepAwake,
  })
