import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { assignments } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, isNull, or, sql } from 'drizzle-orm'
import { isAmong } from '../http/among.ts'
import { isNotEnded } from './present.ts'

/** What giving a device to somebody else changes: what is open of it, and what is of nobody where nobody was ever assigned to it. */
const isToChange = or(
  isNull(alarms.closedAt),
  and(
    isNull(alarms.wearerId),
    sql`not exists (select from ${assignments} where ${assignments.deviceId} = ${alarms.deviceId})`,
  ),
)

/**
 * Holds everything of these devices until the transaction ends, in the one order in which everybody does: alarms, settings, devices, who wears
 * them, of each the lowest id first. An account is held before, an invitation or a form after. Of two who held it in two orders, one would be
 * turned back. Whoever only names a device does not wait: a call for help least of all.
 */
export async function holdDevices(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .select({ id: alarms.id })
    .from(alarms)
    .where(and(isAmong(alarms.deviceId, ids), isToChange))
    .orderBy(asc(alarms.id))
    .for('no key update')
  await tx
    .select({ id: watchSettings.deviceId })
    .from(watchSettings)
    .where(isAmong(watchSettings.deviceId, ids))
    .orderBy(asc(watchSettings.deviceId))
    .for('update')
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(isAmong(devices.id, ids))
    .orderBy(asc(devices.id))
    .for('no key update')
  await tx
    .select({ id: assignments.id })
    .from(assignments)
    .where(and(isAmong(assignments.deviceId, ids), isNotEnded))
    .orderBy(asc(assignments.id))
    .for('update')
}
