import type { newDuty as contract } from '@carewatch/contracts/http/duty'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { permissions } from '@carewatch/contracts/permissions'
import type { Db } from '@carewatch/migrations/client'
import { duties } from '@carewatch/migrations/schema/escalation'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleBranch } from '../branches/find.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { toDuty } from './duty-rows.ts'

/** Somebody of the company's staff: whoever answers alarms there. */
async function findNurse(db: Db, { companyId, uuid }: { companyId: number; uuid: string }) {
  const isStaff = and(
    eq(users.uuid, uuid),
    eq(users.companyId, companyId),
    inArray(users.role, [...permissions.seeDuties]),
    eq(users.isActive, true),
    isNull(users.deletedAt),
  )
  const [user] = await db.select().from(users).where(isStaff)
  if (!user) throw new InvalidFields({ userUUID: 'invalid' })
  return user
}

export async function newDuty(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return db.transaction(async (tx) => {
    const branch = await getVisibleBranch(tx, caller, body.branchUUID)
    const { companyId } = branch
    const user = await findNurse(tx, { companyId, uuid: body.userUUID })
    const values = { branchId: branch.id, userId: user.id, fromAt: body.from, toAt: body.to }
    const [duty] = await tx
      .insert(duties)
      .values({ ...values, createdById: caller.id })
      .returning()
    if (!duty) throw new Error('The insert answered no row.')
    const detail = { fields: ['duty'] }
    await audit(tx, caller, { action: 'updated', entity: 'branch', uuid: branch.uuid, companyId, detail })
    return { duty: toDuty({ duty, user }) }
  })
}
