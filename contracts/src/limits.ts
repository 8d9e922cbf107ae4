import type { Limits, MetricName } from './metrics.ts'

/** What a watch's own settings say of limits. */
export type LimitSettings = {
  heartRateLow: number | null
  heartRateHigh: number | null
  systolicLow: number | null
  systolicHigh: number | null
  diastolicLow: number | null
  diastolicHigh: number | null
  spo2Low: number | null
  temperatureLow: number | null
  temperatureHigh: number | null
}

export type DeviceLimits = Partial<Record<MetricName, Limits>>
type Limited = 'heartRate' | 'systolic' | 'diastolic' | 'spo2' | 'temperature'

const bounds = (low: number | null, high: number | null): Limits => ({
  ...(low !== null && { low }),
  ...(high !== null && { high }),
})

/** Each side by itself: the watch's own setting stands over its company's; the metric's own limits stand under both (the rules know them). */
export function deviceLimits(settings: LimitSettings, company: DeviceLimits | null): DeviceLimits {
  const own: Record<Limited, Limits> = {
    heartRate: bounds(settings.heartRateLow, settings.heartRateHigh),
    systolic: bounds(settings.systolicLow, settings.systolicHigh),
    diastolic: bounds(settings.diastolicLow, settings.diastolicHigh),
    spo2: bounds(settings.spo2Low, null),
    temperature: bounds(settings.temperatureLow, settings.temperatureHigh),
  }
  const merged: DeviceLimits = { ...company }
  // Safe: the keys are those of the object above.
  for (const [name, limits] of Object.entries(own) as [Limited, Limits][])
    merged[name] = { ...merged[name], ...limits }
  return merged
}
