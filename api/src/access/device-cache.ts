import { WATCHED_BY_PROGRAM_MAX } from '@carewatch/contracts/events'
import type { Db } from '@carewatch/platform/database/client'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { isOneOf } from './one-of.ts'
import { createShortMemory } from './short-memory.ts'
import { type DeviceScope, type WearerScope } from './may-see.ts'
import type { Viewer } from './viewer.ts'
import { visibleDevices } from './visible.ts'
import { isChanging, plannedChange, presentWearer, presentSince } from './worn.ts'

const REMEMBER_MS = 2_000
/** Asked for every reading that somebody looks at; a change of it is announced, and then nothing of it is remembered. */
const REMEMBER_WORN_MS = 30_000

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
      isChanging: sql<boolean>`${isChanging}`,
    })
    .from(devices)
    .leftJoin(users, eq(users.id, devices.ownerId))
    .where(and(isOneOf(devices.uuid, uuids), isNull(devices.deletedAt)))
  return new Map(
    rows.map(({ uuid, isChanging: isDue, ...scope }) => [uuid, isDue ? { ...scope, ...NOBODY } : scope]),
  )
}

/** While it changes hands, as was planned, those around who wore it until then are nobody to who wears it now. */
const NOBODY = { ownerId: null, ownerSupervisorId: null, relativeIds: [], locatingIds: [] }

/** The time of which a device's facts are of who wears it now: until it is planned to change hands, or already does. */
export type Present = { since: Date; until: Date | null }

async function loadPresent(db: Db, uuid: string): Promise<Present | undefined> {
  const [row] = await db
    .select({ since: presentSince(), until: plannedChange })
    .from(devices)
    .where(and(eq(devices.uuid, uuid), isNull(devices.deletedAt)))
  return row
}

/** Where somebody under care lives, and who is around them; of nobody who was forgotten. */
async function loadWearer(db: Db, wearerUuid: string): Promise<WearerScope | undefined> {
  const { companyId, branchId } = wearers
  const isThere = and(isNull(wearers.deletedAt), isNull(wearers.erasedAt))
  const rows = await db
    .select({
      companyId,
      branchId,
      userId: wearerRelations.userId,
      since: wearerRelations.since,
      supervisorId: sql<
        number | null
      >`case when ${wearerRelations.kind} = 'OWNER' then ${users.supervisorId} end`,
    })
    .from(wearers)
    .leftJoin(wearerRelations, and(eq(wearerRelations.wearerId, wearers.id), isNull(wearerRelations.until)))
    .leftJoin(users, eq(users.id, wearerRelations.userId))
    .where(and(eq(wearers.uuid, wearerUuid), isThere))
  const [place] = rows
  if (!place) return undefined
  return {
    companyId: place.companyId,
    branchId: place.branchId,
    supervisorIds: rows.flatMap(({ supervisorId }) => supervisorId ?? []),
    family: new Map(rows.flatMap(({ userId, since }) => (userId === null ? [] : [[userId, since] as const]))),
  }
}

async function loadVisible(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .select({ uuid: devices.uuid })
    .from(devices)
    .where(visibleDevices(viewer))
    .orderBy(devices.id)
    .limit(WATCHED_BY_PROGRAM_MAX + 1)
  return rows.map(({ uuid }) => uuid)
}

/** Whose each device is, by its uuid: at most two seconds old, so that a live event need not ask the database. */
export function createDeviceCache(db: Db) {
  const memory = createShortMemory<string, DeviceScope | undefined>(
    async (uuid) => (await loadScopes(db, [uuid])).get(uuid),
    REMEMBER_MS,
  )
  const worn = createShortMemory((uuid: string) => loadPresent(db, uuid), REMEMBER_WORN_MS)
  const people = createShortMemory((uuid: string) => loadWearer(db, uuid), REMEMBER_MS)
  return {
    scopeOf: memory.get,
    /** Where a person under care lives, and the accounts around them. */
    wearerOf: people.get,
    /** Since when who wears it now does, and until when; none of a device that is not there. */
    presentOf: worn.get,
    forgetAll(): void {
      memory.forgetAll()
      worn.forgetAll()
      people.forgetAll()
    },
    forgetOld(): void {
      memory.forgetOld()
      worn.forgetOld()
      people.forgetOld()
    },
    /** Every device that a program may see, the oldest first, and one more than it may watch where there are more. */
    visibleTo: (viewer: Viewer) => loadVisible(db, viewer),
    /** As they stand in the database now, in one query. */
    loadAll: (uuids: readonly string[]) => loadScopes(db, uuids),
  }
}
export type DeviceCache = ReturnType<typeof createDeviceCache>
