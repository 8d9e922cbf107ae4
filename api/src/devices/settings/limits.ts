import { metric, type MetricName, metricNames } from '@carewatch/contracts/metrics'
import type { Db } from '@carewatch/platform/database/client'
import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { companies, type CompanyLimits } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'

type Settings = typeof watchSettings.$inferSelect
export type EffectiveLimits = { low: number | null; high: number | null }

type OfSettings = (settings: Settings) => EffectiveLimits

const fromSettings: Partial<Record<MetricName, OfSettings>> = {
  heartRate: (s) => ({ low: s.heartRateLow, high: s.heartRateHigh }),
  systolic: (s) => ({ low: s.systolicLow, high: s.systolicHigh }),
  diastolic: (s) => ({ low: s.diastolicLow, high: s.diastolicHigh }),
  spo2: (s) => ({ low: s.spo2Low, high: null }),
  temperature: (s) => ({ low: s.temperatureLow, high: s.temperatureHigh }),
}

/** Each side by itself: the watch's own setting, else the company's, else the metric's. */
export function effectiveLimits(
  name: MetricName,
  settings: Settings | null,
  company: CompanyLimits | null,
): EffectiveLimits {
  const own = (settings && fromSettings[name]?.(settings)) ?? { low: null, high: null }
  const { limits } = metric(name)
  return {
    low: own.low ?? company?.[name]?.low ?? limits?.low ?? null,
    high: own.high ?? company?.[name]?.high ?? limits?.high ?? null,
  }
}

export async function limitsOf(db: Db, deviceId: number) {
  const [row] = await db
    .select({ settings: watchSettings, company: companies.limits })
    .from(devices)
    .leftJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .leftJoin(companies, eq(companies.id, devices.companyId))
    .where(eq(devices.id, deviceId))
  return (name: MetricName): EffectiveLimits =>
    effectiveLimits(name, row?.settings ?? null, row?.company ?? null)
}

/** Only the metrics that have a limit on some side. */
export function limited(limitOf: (name: MetricName) => EffectiveLimits) {
  const limits: Partial<Record<MetricName, EffectiveLimits>> = {}
  for (const name of metricNames) {
    const { low, high } = limitOf(name)
    if (low !== null || high !== null) limits[name] = { low, high }
  }
  return limits
}
