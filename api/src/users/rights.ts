import { givableRoles } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Role } from '@carewatch/contracts/roles'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'

export function refuseRole(viewer: Viewer, role: Role): void {
  if (!givableRoles[viewer.role]?.includes(role)) throw new Refusal('forbidden')
}

/** Whoever used an account has it: from then on its password and its address are theirs to change. */
export function refuseUsed({ mustChangePassword }: { mustChangePassword: boolean }, key: string): void {
  if (!mustChangePassword) throw new Refusal('conflict', key)
}

export function refuseYourself(viewer: Viewer, person: { id: number }): void {
  if (viewer.id === person.id) throw new Refusal('conflict', 'yourself')
}

/** Somebody must be left who may do everything. The administrators' rows stay locked, so that two cannot remove one another. */
export async function refuseLastAdmin(tx: Db, person: { id: number }): Promise<void> {
  // unscoped: that one is left is asked of all of them, and said of none
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'ADMIN'), eq(users.isActive, true), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('no key update')
  const isOnly = admins.length === 1 && admins.some(({ id }) => id === person.id)
  if (isOnly) throw new Refusal('conflict', 'lastAdmin')
}
