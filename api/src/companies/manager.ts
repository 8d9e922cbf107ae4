import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { findVisibleUser, type Person } from '../users/find-user.ts'
import { saveUser } from '../users/save.ts'

/** A manager of this company; one of none comes to it, where an administrator says so. */
export async function managerOf(
  tx: Db,
  caller: Caller,
  { key, companyId }: { key: string | null; companyId: number },
): Promise<{ managerId: number | null }> {
  if (key === null) return { managerId: null }
  const manager = await findVisibleUser(tx, caller, key)
  if (!manager?.isActive) throw new InvalidFields({ manager: 'unknown' })
  const isFree = manager.companyId === null && caller.role === 'ADMIN'
  if (manager.role !== 'MANAGER' || (manager.companyId !== companyId && !isFree))
    throw new InvalidFields({ manager: 'invalid' })
  if (isFree) await takeIn(tx, caller, { manager, companyId })
  return { managerId: manager.id }
}

async function takeIn(
  tx: Db,
  caller: Caller,
  { manager, companyId }: { manager: Person; companyId: number },
): Promise<void> {
  await saveUser(tx, manager, { columns: { companyId } })
  const { uuid } = manager
  const detail = { fields: ['companyId'] }
  await audit(tx, caller, { action: 'updated', entity: 'user', uuid, companyId, detail })
}
