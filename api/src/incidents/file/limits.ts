import type { Alarm } from '@carewatch/contracts/alarms'
import { type Bounds, boundsFor, type LimitMap } from '@carewatch/contracts/limits'
import { limitsOfModel } from '@carewatch/contracts/measuring'
import type { MetricName } from '@carewatch/contracts/metrics'
import { limitMapOf, limitSettings, limitSettingsOf } from '@carewatch/contracts/settings'
import type { Db } from '@carewatch/platform/database/client'
import { devices, watchSettings, watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { auditLog, branches, companies } from '@carewatch/migrations/schema/people'
import { asItself } from '@carewatch/platform/database/as-itself'
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { measuringOfDevice } from '../../devices/models/model.ts'
import { READ_MOST } from './cuts.ts'

type Places = { deviceId: number; branchId: number | null; companyId: number | null }
type Opened = Omit<Places, 'deviceId'> & {
  uuid: string
  openedAt: Date
  deviceId: number | null
  metric: string | null
}
type BoundsOf = (name: MetricName) => Bounds | null | undefined

type Change = { at: Date; change: Record<string, unknown> }

/** What a watch's own limits were then: those of now, with each change since taken back; undefined: somebody who wore it since was erased, and with them what was changed. */
function ownLimitsAt(now: LimitMap, changes: readonly Change[], at: Date): LimitMap | undefined {
  const settings: Record<string, unknown> = { ...limitSettingsOf(now) }
  for (const { change } of changes.filter((one) => one.at > at)) {
    if (Object.keys(change).length === 0) return undefined
    for (const { name } of limitSettings) {
      const was = change[name]
      if (was && typeof was === 'object' && 'from' in was) settings[name] = was.from
    }
  }
  // Safe: written by `saveSettings` alone, each a number or null.
  return limitMapOf(settings as Parameters<typeof limitMapOf>[0])
}

/** When a branch or company, whose former limits nobody keeps, changed them last. */
async function changedBehindAt(db: Db, uuids: readonly string[]): Promise<Date | null> {
  if (uuids.length === 0) return null
  // unscoped: of the branch and the company whose alarm was found, and nothing of it is shown but that it is there
  const [last] = await asItself(db, () =>
    db
      .select({ at: sql<Date | null>`max(${auditLog.at})`.mapWith(auditLog.at) })
      .from(auditLog)
      .where(
        and(
          inArray(auditLog.entity, ['branch', 'company']),
          inArray(auditLog.entityUuid, [...uuids]),
          sql`${auditLog.detail} -> 'fields' ? 'limits'`,
        ),
      ),
  )
  return last?.at ?? null
}

/** The limits that counted for a watch at any moment since; null where nobody knows them any more. */
async function boundsSince(
  db: Db,
  { deviceId, branchId, companyId }: Places,
  since: Date,
): Promise<(at: Date) => BoundsOf> {
  const [branch] = branchId === null ? [] : await db.select().from(branches).where(eq(branches.id, branchId))
  const [company] =
    companyId === null ? [] : await db.select().from(companies).where(eq(companies.id, companyId))
  const behindAt = await changedBehindAt(
    db,
    [branch, company].flatMap((place) => place?.uuid ?? []),
  )
  const [now] = await db
    .select({ limits: watchSettings.limits, deviceModel: devices.deviceModel })
    .from(watchSettings)
    .innerJoin(devices, eq(devices.id, watchSettings.deviceId))
    .where(eq(watchSettings.deviceId, deviceId))
  const changes = await db
    .select({ at: watchSettingsHistory.at, change: watchSettingsHistory.change })
    .from(watchSettingsHistory)
    .where(and(eq(watchSettingsHistory.deviceId, deviceId), gt(watchSettingsHistory.at, since)))
    .orderBy(desc(watchSettingsHistory.id))
    .limit(READ_MOST)
  const ofModel = now ? limitsOfModel(await measuringOfDevice(db, now)) : null
  return (at) => {
    const own = behindAt !== null && behindAt > at ? undefined : ownLimitsAt(now?.limits ?? {}, changes, at)
    return (name) => own && boundsFor(name, own, branch?.limits ?? null, company?.limits ?? null, ofModel)
  }
}

/** Of each alarm the limits that counted for its watch when it opened; of the metrics those of their first alarm, else of the first. */
export async function limitsOfIncident(db: Db, rows: readonly { alarm: Opened }[]) {
  const alarms = rows
    .map(({ alarm }) => alarm)
    .toSorted((one, other) => Number(one.openedAt) - Number(other.openedAt))
  const known = new Map<string, (at: Date) => BoundsOf>()
  const of = new Map<string, BoundsOf>()
  for (const { uuid, openedAt, deviceId, branchId, companyId } of alarms) {
    if (deviceId === null) continue
    const key = [deviceId, branchId, companyId].join()
    const boundsAt = known.get(key) ?? (await boundsSince(db, { deviceId, branchId, companyId }, openedAt))
    known.set(key, boundsAt)
    of.set(uuid, boundsAt(openedAt))
  }
  const worn = alarms.filter(({ uuid }) => of.has(uuid))
  return {
    boundsOf: (uuid: string, name: MetricName) => of.get(uuid)?.(name) ?? null,
    boundsOfMetric: (name: MetricName) => {
      const first = worn.find(({ metric }) => metric === name) ?? worn[0]
      return (first && of.get(first.uuid)?.(name)) ?? null
    },
  }
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
