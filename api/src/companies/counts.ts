import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { branches, users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, or, sql } from 'drizzle-orm'

/** How much belongs to a company: the people of its branches too. One after another: within a transaction there is one connection. */
export async function countsOfCompany(db: Db, id: number) {
  const isItsBranch = sql`${users.branchId} in (select ${branches.id} from ${branches} where ${branches.companyId} = ${id})`
  return {
    branches: await db.$count(branches, and(eq(branches.companyId, id), isNull(branches.deletedAt))),
    people: await db.$count(users, and(or(eq(users.companyId, id), isItsBranch), isNull(users.deletedAt))),
    devices: await db.$count(devices, and(eq(devices.companyId, id), isNull(devices.deletedAt))),
    gateways: await db.$count(gateways, and(eq(gateways.companyId, id), isNull(gateways.deletedAt))),
  }
}

export const countsOfBranch = async (db: Db, id: number) => ({
  people: await db.$count(users, and(eq(users.branchId, id), isNull(users.deletedAt))),
  devices: await db.$count(devices, and(eq(devices.branchId, id), isNull(devices.deletedAt))),
  gateways: await db.$count(gateways, and(eq(gateways.branchId, id), isNull(gateways.deletedAt))),
})
