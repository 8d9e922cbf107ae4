import type { Db } from '@carewatch/platform/database/client'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { isOneOf } from './one-of.ts'
import { createShortMemory } from './short-memory.ts'
import { type DeviceScope } from './may-see.ts'
import { presentWearer, wornSince } from './worn.ts'

const REMEMBER_MS = 2_000

const loadScopes = async (db: Db, uuids: readonly string[]): Promise<Map<string, DeviceScope>> => {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({
      uuid: devices.uuid,
      companyId: devices.companyId,
      branchId: devices.branchId,
      ownerId: devices.ownerId,
      ownerSupervisorId: users.supervisorId,
      relativeIds: sql<number[]>`array(
        select ${relatives.userId} from ${relatives}
        where ${relatives.deviceId} = ${devices.id} and ${relatives.userId} is not null)`,
      locatingIds: sql<number[]>`array(
        select ${relatives.userId} from ${relatives} where ${relatives.deviceId} = ${devices.id}
          and ${relatives.userId} is not null and ${relatives.maySeeLocation})`,
      wearerUuid: presentWearer,
      wornSince: wornSince(),
    })
    .from(devices)
    .leftJoin(users, eq(users.id, devices.ownerId))
    .where(and(isOneOf(devices.uuid, uuids), isNull(devices.deletedAt)))
  return new Map(rows.map(({ uuid, ...scope }) => [uuid, scope]))
}

/** Whose each device is, by its uuid: at most two seconds old, so that a live event need not ask the database. */
export function createDeviceCache(db: Db) {
  const memory = createShortMemory<string, DeviceScope | undefined>(
    async (uuid) => (await loadScopes(db, [uuid])).get(uuid),
    REMEMBER_MS,
  )
  return {
    scopeOf: memory.get,
    forgetAll: memory.forgetAll,
    forgetOld: memory.forgetOld,
    /** As they stand in the database now, in one query. */
    loadAll: (uuids: readonly string[]) => loadScopes(db, uuids),
  }
}
export type DeviceCache = ReturnType<typeof createDeviceCache>
