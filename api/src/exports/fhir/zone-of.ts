import { devices } from '@carewatch/migrations/schema/devices'
import { branches, users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { eq, sql } from 'drizzle-orm'
import { knownZone } from '../../http/zone.ts'

/** By whose clocks a watch counts its day: those of its branch, else of its owner. */
export async function zoneOf(db: Db, deviceId: number): Promise<string> {
  // The clocks of a device that was found before, as its facts are the caller's to see
  const [found] = await db
    .select({ zone: sql<string>`coalesce(${branches.timeZone}, ${users.timeZone}, 'UTC')` })
    .from(devices)
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .leftJoin(users, eq(users.id, devices.ownerId))
    .where(eq(devices.id, deviceId))
  return knownZone(found?.zone ?? 'UTC')
}
