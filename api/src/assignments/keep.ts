import { defaultSettings } from '@carewatch/contracts/default-settings'
import { devices, fences, relatives, watchSettings } from '@carewatch/migrations/schema/devices'
import { keptRelatives, type KeptSettings, wearerKept } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
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

/** Everything on a device that is about who wears it. */
async function setOn(tx: Db, deviceId: number) {
  const [row] = await tx.select().from(watchSettings).where(eq(watchSettings.deviceId, deviceId))
  const [home] = await tx
    .select({ homeLat: devices.homeLat, homeLng: devices.homeLng })
    .from(devices)
    .where(eq(devices.id, deviceId))
  const fenced = await tx
    .select(fenceColumns)
    .from(fences)
    .where(and(eq(fences.deviceId, deviceId), isNull(fences.deletedAt)))
    .orderBy(asc(fences.id))
  const kin = await tx
    .select()
    .from(relatives)
    .where(eq(relatives.deviceId, deviceId))
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
 * A device on which nothing was set says nothing of them: what is kept stays.
 */
export async function keep(
  tx: Db,
  { deviceId, wearerId }: { deviceId: number; wearerId: number },
): Promise<void> {
  const { kin, ...set } = await setOn(tx, deviceId)
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
