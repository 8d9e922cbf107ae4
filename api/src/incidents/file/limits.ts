import type { Alarm } from '@carewatch/contracts/alarms'
import { type Bounds, boundsFor, type LimitMap } from '@carewatch/contracts/limits'
import type { MetricName } from '@carewatch/contracts/metrics'
import { limitMapOf, limitSettings, limitSettingsOf } from '@carewatch/contracts/settings'
import type { Db } from '@carewatch/platform/database/client'
import { watchSettings, watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { auditLog, branches, companies } from '@carewatch/migrations/schema/people'
import { asItself } from '@carewatch/platform/database/as-itself'
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { READ_MOST } from './cuts.ts'

type Places = { deviceId: number; branchId: number | null; companyId: number | null }
type BoundsOf = (name: MetricName) => Bounds | null

/** What a watch's own limits were then: those of now, with each change since taken back. */
async function ownLimitsAt(db: Db, deviceId: number, at: Date): Promise<LimitMap> {
  const [now] = await db
    .select({ limits: watchSettings.limits })
    .from(watchSettings)
    .where(eq(watchSettings.deviceId, deviceId))
  const changes = await db
    .select({ change: watchSettingsHistory.change })
    .from(watchSettingsHistory)
    .where(and(eq(watchSettingsHistory.deviceId, deviceId), gt(watchSettingsHistory.at, at)))
    .orderBy(desc(watchSettingsHistory.id))
    .limit(READ_MOST)
  const settings: Record<string, unknown> = { ...limitSettingsOf(now?.limits ?? {}) }
  for (const { change } of changes)
    for (const { name } of limitSettings) {
      const was = change[name]
      if (was && typeof was === 'object' && 'from' in was) settings[name] = was.from
    }
  // Safe: written by `saveSettings` alone, each a number or null.
  return limitMapOf(settings as Parameters<typeof limitMapOf>[0])
}

/** Whether a branch or company, whose former limits nobody keeps, changed them since. */
async function isChangedBehind(db: Db, uuids: readonly string[], at: Date): Promise<boolean> {
  if (uuids.length === 0) return false
  // unscoped: of the branch and the company whose alarm was found, and nothing of it is shown but that it is there
  const count = await asItself(db, () =>
    db.$count(
      auditLog,
      and(
        inArray(auditLog.entity, ['branch', 'company']),
        inArray(auditLog.entityUuid, [...uuids]),
        gt(auditLog.at, at),
        sql`${auditLog.detail} -> 'fields' ? 'limits'`,
      ),
    ),
  )
  return count > 0
}

/** The limits that counted for a watch at a moment; null where nobody knows them any more. */
export async function boundsAt(
  db: Db,
  { deviceId, branchId, companyId }: Places,
  at: Date,
): Promise<BoundsOf> {
  const [branch] = branchId === null ? [] : await db.select().from(branches).where(eq(branches.id, branchId))
  const [company] =
    companyId === null ? [] : await db.select().from(companies).where(eq(companies.id, companyId))
  const uuids = [branch, company].flatMap((place) => place?.uuid ?? [])
  if (await isChangedBehind(db, uuids, at)) return () => null
  const own = await ownLimitsAt(db, deviceId, at)
  return (name) => boundsFor(name, own, branch?.limits ?? null, company?.limits ?? null)
}

/** The furthest of the bounds that a value is beyond. */
export function beyondOf(
  { value, direction }: Pick<Alarm, 'value' | 'direction'>,
  bounds: Bounds | null,
): number | null {
  if (value === null || bounds === null || direction === 'NONE') return null
  const isBeyond = (bound: number | null): bound is number =>
    bound !== null && (direction === 'HIGH' ? value > bound : value < bound)
  const [critical, warning] =
    direction === 'HIGH' ? [bounds.criticalHigh, bounds.high] : [bounds.criticalLow, bounds.low]
  return [critical, warning].find(isBeyond) ?? null
}
