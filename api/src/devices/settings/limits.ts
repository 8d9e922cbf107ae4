import { type Bounds, boundsFor, limitBounds, type LimitMap } from '@carewatch/contracts/limits'
import { limitsOfModel } from '@carewatch/contracts/measuring'
import { type MetricName, metricNames } from '@carewatch/contracts/metrics'
import type { Db } from '@carewatch/platform/database/client'
import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { measuringOfDevice } from '../models/model.ts'

type Housed = { deviceModel: string; branchId: number | null; companyId: number | null }

/** What its company says for all its watches. */
export async function companyLimits(db: Db, companyId: number | null) {
  if (companyId === null) return null
  const [company] = await db
    .select({ limits: companies.limits })
    .from(companies)
    .where(eq(companies.id, companyId))
  return company?.limits ?? null
}

/** What its branch and its company say for all their watches, and what its model is known to measure, the nearer first. */
export async function limitsBehind(db: Db, device: Housed): Promise<(LimitMap | null)[]> {
  const { branchId, companyId } = device
  const company = [await companyLimits(db, companyId), limitsOfModel(await measuringOfDevice(db, device))]
  if (branchId === null) return company
  const [branch] = await db
    .select({ limits: branches.limits })
    .from(branches)
    .where(eq(branches.id, branchId))
  return [branch?.limits ?? null, ...company]
}

/** The bounds of each metric as they count for a device. */
export async function deviceBounds(db: Db, deviceId: number): Promise<(name: MetricName) => Bounds> {
  const [row] = await db
    .select({
      deviceModel: devices.deviceModel,
      own: watchSettings.limits,
      branch: branches.limits,
      company: companies.limits,
    })
    .from(devices)
    .leftJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .leftJoin(companies, eq(companies.id, devices.companyId))
    .where(eq(devices.id, deviceId))
  const ofModel = row ? limitsOfModel(await measuringOfDevice(db, row)) : null
  return (name) => boundsFor(name, row?.own ?? null, row?.branch ?? null, row?.company ?? null, ofModel)
}

/** Only the metrics that have a bound on some side. */
export function bounded(of: (name: MetricName) => Bounds): Partial<Record<MetricName, Bounds>> {
  const all = metricNames.map((name) => [name, of(name)] as const)
  return Object.fromEntries(all.filter(([, bounds]) => limitBounds.some((bound) => bounds[bound] !== null)))
}
