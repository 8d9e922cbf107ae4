import { givableRoles } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import { branches, companies } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { namesOfChanged, saveUser } from '../users/save.ts'
import { belongsElsewhere } from './elsewhere.ts'
import { presentSupervisorId } from './looked-after.ts'
import type { Given } from './me.ts'

/** Whether a company or branch is there still; none is asked for where none was named. */
async function isThere(
  tx: Db,
  table: typeof companies | typeof branches,
  id: number | null,
): Promise<boolean> {
  if (id === null) return true
  return (await tx.$count(table, and(eq(table.id, id), isNull(table.deletedAt)))) > 0
}

/** They work for a company, or are its customer, in the role that was offered. Who is somebody else there already keeps to that. */
export async function beginWork(tx: Db, { caller, me, isNew, row, asker }: Given): Promise<void> {
  const { role = 'USER', companyId = null, branchId = null, supervisorId: named = null } = row.gift
  const isGivable = givableRoles[asker.role]?.includes(role)
  const isTheirs =
    asker.role === 'ADMIN' ||
    (asker.companyId === companyId && (asker.role !== 'SUPERVISOR' || asker.branchId === branchId))
  const isOpen = (await isThere(tx, companies, companyId)) && (await isThere(tx, branches, branchId))
  if (!isGivable || !isTheirs || !isOpen) throw new Refusal('conflict', 'invitationNoRight')
  const isBound = !isNew && (me.companyId !== null || me.branchId !== null)
  const isElsewhere = companyId !== null && (await belongsElsewhere(tx, me, companyId))
  if (isBound || isElsewhere || (me.role !== 'USER' && me.role !== role))
    throw new Refusal('conflict', 'invitationRole')
  // Nobody administers everything by one of several accounts: each company where they work has a hand in how they sign in.
  if (role === 'ADMIN' && (isNew || me.identityId !== null)) throw new Refusal('conflict', 'invitationRole')
  const supervisorId = await presentSupervisorId(tx, { supervisorId: named, companyId, meId: me.id })
  const columns = { role, companyId, branchId, supervisorId }
  const fields = namesOfChanged(me, columns)
  await saveUser(tx, me, { columns })
  const { uuid } = me
  await audit(tx, caller, { action: 'updated', entity: 'user', uuid, companyId, detail: { fields } })
}
