import type { branchDetails as contract } from '@carewatch/contracts/http/branches'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import type { HouseRoutine } from '@carewatch/contracts/routines'
import { companies } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { countsOfBranch } from '../companies/counts.ts'
import { countUnacknowledged } from '../notifications/list.ts'
import { branchById, getVisibleBranch } from './find.ts'

async function routineOfCompany(db: Db, companyId: number): Promise<HouseRoutine> {
  const [company] = await db
    .select({ routine: companies.routine })
    .from(companies)
    .where(eq(companies.id, companyId))
  return company?.routine ?? {}
}

export async function branchDetails(db: Db, viewer: Viewer, uuid: string): Promise<Reply<typeof contract>> {
  const { id, limits, routine, companyId } = await getVisibleBranch(db, viewer, uuid)
  const inBranch = await db
    .select({ uuid: rooms.uuid, name: rooms.name, status: rooms.status })
    .from(rooms)
    .where(and(eq(rooms.branchId, id), isNull(rooms.deletedAt)))
    .orderBy(asc(rooms.name), asc(rooms.id))
  const counts = { ...(await countsOfBranch(db, id)), waiting: await countUnacknowledged(db, viewer, id) }
  const companyRoutine = await routineOfCompany(db, companyId)
  return { ...(await branchById(db, id)), limits, routine, companyRoutine, rooms: inBranch, counts }
}
