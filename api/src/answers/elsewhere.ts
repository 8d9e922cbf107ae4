import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Person } from '../users/find-user.ts'

/**
 * Whether an account belongs to another house than this one: by its own company or branch, or by a watch or a person there that it owns or
 * follows. Who manages an account may end it, and with it what it has elsewhere: so a yes moves none of these.
 */
export async function belongsElsewhere(
  tx: Db,
  me: Pick<Person, 'id' | 'companyId' | 'branchId'>,
  companyId: number,
): Promise<boolean> {
  if (me.companyId !== null || me.branchId !== null) return me.companyId !== companyId
  const isOther = (column: AnyPgColumn): SQL => sql`${column} is distinct from ${companyId}`
  const isThere = and(isNull(devices.deletedAt), isOther(devices.companyId))
  const owned = tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.ownerId, me.id), isThere))
  const followed = tx
    .select({ id: relatives.id })
    .from(relatives)
    .innerJoin(devices, eq(devices.id, relatives.deviceId))
    .where(and(eq(relatives.userId, me.id), isThere))
  const isTheirs = and(eq(wearerRelations.userId, me.id), isNull(wearerRelations.until))
  const related = tx
    .select({ id: wearerRelations.id })
    .from(wearerRelations)
    .innerJoin(wearers, eq(wearers.id, wearerRelations.wearerId))
    .where(and(isTheirs, isNull(wearers.erasedAt), isOther(wearers.companyId)))
  for (const found of [owned, followed, related]) if ((await found.limit(1)).length > 0) return true
  return false
}
