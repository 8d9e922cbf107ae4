import { permissions } from '@carewatch/contracts/permissions'
import type { Role } from '@carewatch/contracts/roles'
import type { Db } from '@carewatch/platform/database/client'
import { accountsThere } from '../access/audit-each.ts'

/** One password opens every account of a person: it is as good as the one of them asks that sees most of other people's lives. */
export async function strictestRole(db: Db, identityId: number): Promise<Role> {
  const roles = (await accountsThere(db, identityId)).map(({ role }) => role)
  return roles.find((role) => permissions.useTwoStep.some((one) => one === role)) ?? roles[0] ?? 'USER'
}
