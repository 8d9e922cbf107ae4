import { permissions } from '@carewatch/contracts/permissions'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { InvalidFields } from '../http/invalid-fields.ts'
import { seen } from '../access/seen.ts'

/** Somebody of the company's staff: whoever answers alarms there. */
export async function findNurse(db: Db, { companyId, uuid }: { companyId: number; uuid: string }) {
  const isStaff = and(
    eq(users.uuid, uuid),
    eq(users.companyId, companyId),
    inArray(users.role, [...permissions.seeDuties]),
    eq(users.isActive, true),
    isNull(users.deletedAt),
  )
  const [user] = await db.select(seen(users)).from(users).where(isStaff)
  if (!user) throw new InvalidFields({ userUUID: 'invalid' })
  return user
}
