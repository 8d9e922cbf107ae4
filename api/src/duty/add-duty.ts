import type { Db } from '@carewatch/platform/database/client'
import { duties } from '@carewatch/migrations/schema/escalation'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { toDuty } from './duty-rows.ts'
import type { findNurse } from './find-nurse.ts'

type Added = {
  branch: { id: number; uuid: string; companyId: number }
  user: Awaited<ReturnType<typeof findNurse>>
  fromAt: Date
  toAt: Date
}

/** Puts a nurse on duty, and leaves a trace of who did. */
export async function addDuty(tx: Db, caller: Caller, { branch, user, fromAt, toAt }: Added) {
  const values = { branchId: branch.id, userId: user.id, fromAt, toAt, createdById: caller.id }
  const [duty] = await tx.insert(duties).values(values).returning()
  if (!duty) throw new Error('The insert answered no row.')
  const { uuid, companyId } = branch
  const detail = { fields: ['duty'] }
  await audit(tx, caller, { action: 'updated', entity: 'branch', uuid, companyId, detail })
  return { duty: toDuty({ duty, user }) }
}
