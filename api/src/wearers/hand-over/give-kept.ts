import { sosPriorities } from '@carewatch/contracts/relations'
import { limitSettings, PHONEBOOK_MAX, type SettingChanges } from '@carewatch/contracts/settings'
import { devices, fences, relatives } from '@carewatch/migrations/schema/devices'
import { assignments, keptRelatives, wearerKept, wearerRelations } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { audit, type Who } from '../../access/audit.ts'
import { keep } from '../../assignments/keep.ts'
import { hasBegun, isNotEnded } from '../../assignments/present.ts'
import type { DeviceRow } from '../../devices/save-device.ts'
import { holdSettings, saveSettings } from '../../devices/settings/save-settings.ts'
import { changedAfter } from '../../http/changed.ts'
import { branchOfTrace } from '../../devices/branch-of-trace.ts'

type Given = { device: DeviceRow; wearerId: number }
type Kept = typeof wearerKept.$inferSelect

/** Who has two watches wears the second as the first. */
async function keepOfOther(tx: Db, { device, wearerId }: Given): Promise<void> {
  const isOther = and(eq(assignments.wearerId, wearerId), ne(assignments.deviceId, device.id))
  const [other] = await tx
    .select({ deviceId: assignments.deviceId })
    .from(assignments)
    .where(and(isOther, hasBegun, isNotEnded))
    .orderBy(desc(assignments.startedAt))
    .limit(1)
  if (other) await keep(tx, { deviceId: other.deviceId, wearerId })
}

async function giveSettings(
  tx: Db,
  by: { id: number | null },
  { device, kept }: { device: DeviceRow; kept: Kept },
) {
  const { limits = {}, ...others } = kept.settings
  // Of each metric that has limits of its own all of them; the others stay as they are on the watch.
  const theirs = limitSettings.filter(({ metric }) => limits[metric] !== undefined)
  const changes: SettingChanges = {
    ...others,
    ...Object.fromEntries(theirs.map(({ name, metric, bound }) => [name, limits[metric]?.[bound] ?? null])),
  }
  if (Object.keys(changes).length === 0) return []
  return saveSettings(tx, by, { device, row: await holdSettings(tx, device.id), changes })
}

/** Where they live and may go; a home that somebody has set on the watch already is not theirs to say twice. */
async function giveFences(tx: Db, deviceId: number, { homeLat, homeLng, fences: kept }: Kept) {
  const here = await tx
    .select({ isHome: fences.isHome })
    .from(fences)
    .where(and(eq(fences.deviceId, deviceId), isNull(fences.deletedAt)))
  const hasHome = here.some(({ isHome }) => isHome)
  const rows = kept.filter(({ isHome }) => !(isHome && hasHome)).map((fence) => ({ ...fence, deviceId }))
  if (rows.length > 0) await tx.insert(fences).values(rows)
  await tx
    .update(devices)
    .set({ homeLat, homeLng, updatedAt: changedAfter(devices.updatedAt) })
    .where(and(eq(devices.id, deviceId), isNull(devices.homeLat), sql`${homeLat}::float8 is not null`))
  return rows.length
}

type Called = Pick<typeof relatives.$inferSelect, 'smsAlerts' | 'sosPriority'>

/** Whom the watch has already is called as soon, and by as much, as either says. */
async function joined(tx: Db, known: Called & { id: number }, kept: Called): Promise<void> {
  const isSooner = sosPriorities.indexOf(kept.sosPriority) < sosPriorities.indexOf(known.sosPriority)
  if (!isSooner && (known.smsAlerts || !kept.smsAlerts)) return
  const sosPriority = isSooner ? kept.sosPriority : known.sosPriority
  const called = { smsAlerts: known.smsAlerts || kept.smsAlerts, sosPriority }
  await tx
    .update(relatives)
    .set({ ...called, updatedAt: changedAfter(relatives.updatedAt) })
    .where(eq(relatives.id, known.id))
}

/** Who is called for them: but for those with an account who follow them no longer, and those whom the watch has already. */
async function giveRelatives(tx: Db, { device, wearerId }: Given): Promise<number> {
  const isTheirs = and(
    eq(wearerRelations.wearerId, wearerId),
    eq(wearerRelations.userId, keptRelatives.userId),
    isNull(wearerRelations.until),
  )
  const kept = await tx
    .select({ contact: keptRelatives })
    .from(keptRelatives)
    .leftJoin(wearerRelations, isTheirs)
    .where(
      and(
        eq(keptRelatives.wearerId, wearerId),
        or(isNull(keptRelatives.userId), isNotNull(wearerRelations.id)),
      ),
    )
    .orderBy(asc(keptRelatives.phonebookId), asc(keptRelatives.id))
  const here = await tx.select().from(relatives).where(eq(relatives.deviceId, device.id))
  const hereOf = ({ userId, phone, name }: (typeof kept)[number]['contact']) =>
    here.find((one) => (userId === null ? one.phone === phone && one.name === name : one.userId === userId))
  const taken = new Set(here.map(({ phonebookId }) => phonebookId))
  const free = Array.from({ length: PHONEBOOK_MAX }, (_, index) => index + 1).filter(
    (place) => !taken.has(place),
  )
  for (const { contact } of kept) {
    const known = hereOf(contact)
    if (known) await joined(tx, known, contact)
  }
  const missing = kept.map(({ contact }) => contact).filter((contact) => !hereOf(contact))
  const hasPlace = ({ phonebookId }: { phonebookId: number | null }): boolean =>
    free.includes(phonebookId ?? 0)
  // Whose place is free keeps it; the others get what is left.
  missing.sort((one, other) => Number(hasPlace(other)) - Number(hasPlace(one)))
  const rows = missing.map(
    ({ id: _id, uuid: _uuid, wearerId: _wearer, createdAt: _at, updatedAt: _changed, ...contact }) => {
      const wanted = free.indexOf(contact.phonebookId ?? 0)
      const [phonebookId = null] = free.splice(Math.max(wanted, 0), 1)
      return { ...contact, phonebookId, deviceId: device.id }
    },
  )
  if (rows.length > 0) await tx.insert(relatives).values(rows)
  return rows.length
}

/**
 * Whoever is given a watch finds on it what was set for them on the one before: limits, phonebook and SOS numbers, home and fences, and who is called.
 * What somebody has set on it already stays where nothing was kept.
 */
export async function giveKept(tx: Db, by: Who, { device, wearerId }: Given): Promise<void> {
  await keepOfOther(tx, { device, wearerId })
  const [kept] = await tx.select().from(wearerKept).where(eq(wearerKept.wearerId, wearerId))
  if (!kept) return
  const fields = await giveSettings(tx, by, { device, kept })
  const fenced = await giveFences(tx, device.id, kept)
  const related = await giveRelatives(tx, { device, wearerId })
  await tx.delete(keptRelatives).where(eq(keptRelatives.wearerId, wearerId))
  await tx.delete(wearerKept).where(eq(wearerKept.wearerId, wearerId))
  const { uuid, companyId } = device
  const branch = await branchOfTrace(tx, device)
  const detail = { fields, fences: fenced, relatives: related, asKept: true, ...branch }
  await audit(tx, by, { action: 'configured', entity: 'device', uuid, companyId, detail })
}
