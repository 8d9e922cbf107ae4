import { brokenAfterMs, expectedIntervalMs } from '@carewatch/contracts/freshness'
import type { tryLimits as contract } from '@carewatch/contracts/http/device-limits'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { type DeviceLimits, deviceLimits } from '@carewatch/contracts/limits'
import { metric } from '@carewatch/contracts/metrics'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { watchSettings } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { companyLimits } from './configure.ts'
import type { DeviceRow } from '../save-device.ts'

type Asked = Input<typeof contract>

/** The limits as they would be and as they are, and how far apart samples may lie. */
export async function agreementsOf(db: Db, device: DeviceRow, { metric: name, limits }: Asked['body']) {
  const [settings] = await db.select().from(watchSettings).where(eq(watchSettings.deviceId, device.id))
  if (!settings) throw new Refusal('notFound')
  // Safe: the company's limits are checked against the metrics when they are set.
  const company = (await companyLimits(db, device.companyId)) as DeviceLimits | null
  const own = {
    ...(limits.low !== null && { low: limits.low }),
    ...(limits.high !== null && { high: limits.high }),
  }
  const given: DeviceLimits = { [name]: { ...company?.[name], ...own } }
  const { low, high } = { ...metric(name).limits, ...given[name] }
  if (low !== undefined && high !== undefined && low >= high)
    throw new InvalidFields({ 'limits.low': 'belowUpper' })

  const expectedMs = expectedIntervalMs(device.operationMode, settings.locationIntervalMinutes)
  const measuredEvery = Math.max(
    settings.heartRateIntervalMinutes ?? 0,
    settings.bloodPressureIntervalMinutes ?? 0,
  )
  return {
    given,
    present: deviceLimits(settings, company),
    silentAfterMs: brokenAfterMs(expectedMs, measuredEvery),
  }
}
