import type { Wearer } from '@carewatch/contracts/http/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, eq } from 'drizzle-orm'
import { isPresent } from '../access/worn.ts'
import { isAmong } from '../http/among.ts'
import { inOrder } from '../http/pick.ts'

export type WearerRow = typeof wearers.$inferSelect

async function wornBy(db: Db, ids: readonly number[]): Promise<Map<number, Wearer['devices']>> {
  const rows = await db
    .select({
      wearerId: assignments.wearerId,
      device: {
        uuid: devices.uuid,
        imei: devices.imei,
        name: devices.name,
        since: assignments.startedAt,
        until: assignments.endedAt,
      },
    })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(and(isAmong(assignments.wearerId, ids), isPresent))
    .orderBy(asc(assignments.id))
  const byWearer = Map.groupBy(rows, ({ wearerId }) => wearerId)
  return new Map([...byWearer].map(([id, worn]) => [id, worn.map(({ device }) => device)]))
}

/** People under care with their place and what they wear now, in the order of these ids. */
export async function loadWearers(db: Db, ids: readonly number[]): Promise<Wearer[]> {
  const [rows, worn] = await Promise.all([
    db
      .select({
        wearer: wearers,
        company: { uuid: companies.uuid, name: companies.name },
        branch: { uuid: branches.uuid, name: branches.name },
        room: { uuid: rooms.uuid, name: rooms.name },
      })
      .from(wearers)
      .leftJoin(companies, eq(companies.id, wearers.companyId))
      .leftJoin(branches, eq(branches.id, wearers.branchId))
      .leftJoin(rooms, eq(rooms.id, wearers.roomId))
      .where(isAmong(wearers.id, ids)),
    wornBy(db, ids),
  ])
  return inOrder(ids, rows, ({ wearer }) => wearer.id).map(({ wearer, company, branch, room }) => {
    const { id, companyId: _company, branchId: _branch, roomId: _room, ...rest } = wearer
    const { userId: _user, erasedAt: _erased, deletedAt: _deleted, ...person } = rest
    return {
      ...person,
      company,
      branch,
      room,
      devices: worn.get(id) ?? [],
    }
  })
}

/** One of whom it is known that they are there. */
export async function wearerById(db: Db, id: number): Promise<{ wearer: Wearer }> {
  const [wearer] = await loadWearers(db, [id])
  if (!wearer) throw new Error('A wearer that was just changed is there.')
  return { wearer }
}
