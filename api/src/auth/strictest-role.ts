import { permissions } from '@carewatch/contracts/permissions'
import type { Role } from '@carewatch/contracts/roles'
import type { Db } from '@carewatch/platform/database/client'
import { accountsThere } from '../access/audit-each.ts'

const isStaff = (role: Role): boolean => permissions.useTwoStep.some((one) => one === role)

/** By one of their accounts. */
export const isStaffAnywhere = async (db: Db, identityId: number): Promise<boolean> =>
  isStaff(await strictestRole(db, identityId))

/** One password opens every account of a person: it is as good as the one of them asks that sees most of other people's lives. */
export async function strictestRole(db: Db, identityId: number): Promise<Role> {
  const roles = (await accountsThere(db, identityId)).map(({ role }) => role)
  return roles.find(isStaff) ?? roles[0] ?? 'USER'
}
