import { defaultSettings } from '@carewatch/contracts/default-settings'
import { limitSettings } from '@carewatch/contracts/settings'
import {
  devices,
  fences,
  relatives,
  watchSettings,
  watchSettingsHistory,
} from '@carewatch/migrations/schema/devices'
import { keptRelatives, type KeptSettings, wearerKept } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'

type Settings = typeof watchSettings.$inferSelect

const { sosContacts, phonebook, whitelistEnabled, autoAnswer, gpsEnabled, stepsTarget } = defaultSettings
const { heartRateIntervalMinutes, bloodPressureIntervalMinutes, reminders } = defaultSettings
const { fallDetection, fallSensitivity } = defaultSettings
/** As a watch has them that nobody has set up. */
const unset: Required<KeptSettings> = {
  limits: {},
  sosContacts,
  phonebook,
  whitelistEnabled,
  autoAnswer,
  gpsEnabled,
  stepsTarget,
  heartRateIntervalMinutes,
  bloodPressureIntervalMinutes,
  reminders,
  fallDetection,
  fallSensitivity,
}

function setOf(row: Settings): KeptSettings {
  const all = Object.keys(unset).map((name) => [name, row[name as keyof KeptSettings]] as const)
  // Safe: each name is of a setting, and has its value.
  return Object.fromEntries(
    all.filter(([name, value]) => !isDeepStrictEqual(value, unset[name as keyof KeptSettings])),
  ) as KeptSettings
}

const fenceColumns = {
  name: fences.name,
  isHome: fences.isHome,
  lat: fences.lat,
  lng: fences.lng,
  radiusM: fences.radiusM,
  polygon: fences.polygon,
  schedule: fences.schedule,
  severity: fences.severity,
  isActive: fences.isActive,
}

type On = { deviceId: number; before?: Date | undefined }

/** The settings as they were before a moment: what was set since is taken back, the last first. */
async function settingsOf(tx: Db, { deviceId, before }: On): Promise<Settings | undefined> {
  const [row] = await tx.select().from(watchSettings).where(eq(watchSettings.deviceId, deviceId))
  if (!row || !before) return row
  const isSince = and(eq(watchSettingsHistory.deviceId, deviceId), gte(watchSettingsHistory.at, before))
  const since = await tx
    .select({ change: watchSettingsHistory.change })
    .from(watchSettingsHistory)
    .where(isSince)
    .orderBy(desc(watchSettingsHistory.id))
  const was = structuredClone(row)
  for (const { change } of since)
    for (const [name, set] of Object.entries(change)) takeBack(was, name, (set as { from: unknown }).from)
  return was
}

function takeBack(row: Settings, name: string, from: unknown): void {
  const limit = limitSettings.find((one) => one.name === name)
  if (!limit) {
    if (name in row) Object.assign(row, { [name]: from })
    return
  }
  const { [limit.bound]: _set, ...others } = row.limits[limit.metric] ?? {}
  const next = typeof from === 'number' ? { ...others, [limit.bound]: from } : others
  if (Object.keys(next).length > 0) row.limits[limit.metric] = next
  else delete row.limits[limit.metric]
}

/** Everything on a device that is about who wears it; with a time only what was set before it. */
async function setOn(tx: Db, { deviceId, before }: On) {
  const row = await settingsOf(tx, { deviceId, before })
  const isBefore = (at: typeof fences.createdAt | typeof relatives.createdAt) =>
    before ? lt(at, before) : undefined
  const [home] = await tx
    .select({ homeLat: devices.homeLat, homeLng: devices.homeLng })
    .from(devices)
    .where(eq(devices.id, deviceId))
  const fenced = await tx
    .select(fenceColumns)
    .from(fences)
    .where(and(eq(fences.deviceId, deviceId), isNull(fences.deletedAt), isBefore(fences.createdAt)))
    .orderBy(asc(fences.id))
  const kin = await tx
    .select()
    .from(relatives)
    .where(and(eq(relatives.deviceId, deviceId), isBefore(relatives.createdAt)))
    .orderBy(asc(relatives.id))
  return {
    settings: row ? setOf(row) : {},
    homeLat: home?.homeLat ?? null,
    homeLng: home?.homeLng ?? null,
    fences: fenced,
    kin,
  }
}

/**
 * What is set on a device for who wears it - limits, phonebook, fences, who is called - is kept for the next one that they are given.
 * A device on which nothing was set says nothing of them: what is kept stays. Where it ended before now, what was set since was for who wears it since.
 */
export async function keep(tx: Db, { wearerId, ...on }: On & { wearerId: number }): Promise<void> {
  const { kin, ...set } = await setOn(tx, on)
  const isSet = Object.keys(set.settings).length > 0 || set.fences.length > 0 || set.homeLat !== null
  if (!isSet && kin.length === 0) return
  await tx
    .insert(wearerKept)
    .values({ wearerId, ...set })
    .onConflictDoUpdate({ target: wearerKept.wearerId, set: { ...set, updatedAt: sql`now()` } })
  await tx.delete(keptRelatives).where(eq(keptRelatives.wearerId, wearerId))
  if (kin.length === 0) return
  const rows = kin.map(
    ({ id: _id, uuid: _uuid, deviceId: _device, createdAt: _at, updatedAt: _changed, ...contact }) => ({
      ...contact,
      wearerId,
    }),
  )
  await tx.insert(keptRelatives).values(rows)
}
