import { brokenAfterMs, expectedIntervalMs } from '@carewatch/contracts/freshness'
import type { tryLimits as contract } from '@carewatch/contracts/http/device-limits'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { type LimitMap, limitsFor, limitsForAll } from '@carewatch/contracts/limits'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { watchSettings } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { companyLimits } from '../../devices/settings/configure.ts'
import type { DeviceRow } from '../../devices/save-device.ts'

type Asked = Input<typeof contract>

/** The limits as they would be and as they are, and how far apart samples may lie. */
export async function agreementsOf(db: Db, device: DeviceRow, { metric: name, limits }: Asked['body']) {
  const [settings] = await db.select().from(watchSettings).where(eq(watchSettings.deviceId, device.id))
  if (!settings) throw new Refusal('notFound')
  const company = await companyLimits(db, device.companyId)
  const tried: LimitMap = { [name]: { low: limits.low ?? undefined, high: limits.high ?? undefined } }
  const given = limitsFor(name, tried, company)
  const { low, high } = given
  if (low !== undefined && high !== undefined && low >= high)
    throw new InvalidFields({ 'limits.low': 'belowUpper' })

  const expectedMs = expectedIntervalMs(device.operationMode, settings.locationIntervalMinutes)
  const measuredEvery = Math.max(
    settings.heartRateIntervalMinutes ?? 0,
    settings.bloodPressureIntervalMinutes ?? 0,
  )
  return {
    given: { [name]: given },
    present: limitsForAll(settings.limits, company),
    silentAfterMs: brokenAfterMs(expectedMs, measuredEvery),
  }
}
