import type { Db } from '@carewatch/platform/database/client'
import { branches, branchNurses, users } from '@carewatch/migrations/schema/people'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleUsers } from '../access/visible.ts'
import { isOneOf } from '../access/one-of.ts'
import { InvalidFields } from '../http/invalid-fields.ts'

type Of = { branchId: number; companyId: number; uuids: readonly string[] }

/** Exactly these are the branch's nurses: supervisors of its company. */
export async function setNurses(tx: Db, viewer: Viewer, { branchId, companyId, uuids }: Of): Promise<void> {
  const ids = await nurseIds(tx, viewer, { companyId, uuids })
  await tx.delete(branchNurses).where(eq(branchNurses.branchId, branchId))
  if (ids.length > 0) await tx.insert(branchNurses).values(ids.map((userId) => ({ branchId, userId })))
}

async function nurseIds(
  tx: Db,
  viewer: Viewer,
  { companyId, uuids }: Omit<Of, 'branchId'>,
): Promise<number[]> {
  const isOfCompany = or(
    eq(users.companyId, companyId),
    sql`${users.branchId} in (select ${branches.id} from ${branches} where ${branches.companyId} = ${companyId})`,
  )
  const isNurse = and(eq(users.role, 'SUPERVISOR'), eq(users.isActive, true), isOfCompany)
  const found = await tx
    .select({ id: users.id, uuid: users.uuid })
    .from(users)
    .where(and(isOneOf(users.uuid, uuids), isNurse, visibleUsers(viewer)))
  const known = new Set(found.map(({ uuid }) => uuid))
  const wrong = uuids.flatMap((uuid, index) => (known.has(uuid) ? [] : [[`nurses.${index}`, 'unknown']]))
  if (wrong.length > 0) throw new InvalidFields(Object.fromEntries(wrong) as Record<string, string>)
  return found.map(({ id }) => id)
}
