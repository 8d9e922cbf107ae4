import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { userChoices as contract } from '@carewatch/contracts/http/users'
import { permissions } from '@carewatch/contracts/permissions'
import { Role } from '@carewatch/contracts/roles'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { emailOf, userNameOf } from '../access/identity.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { colleagues, visibleUsers } from '../access/visible.ts'
import { contains, fullNameText } from '../http/search.ts'
import { seesEmail } from './user-rows.ts'
import { seen } from '../access/seen.ts'

const MOST_CHOICES = 200

function asked(key: string): SQL | undefined {
  if (key === 'all') return undefined
  const role = Role.safeParse(key)
  if (role.success) return eq(users.role, role.data)
  return contains(sql`lower(${fullNameText(users)} || chr(10) || ${userNameOf})`, key)
}

/** Whom a task can be given to is chosen among colleagues too: of them only the names are told. */
export async function userChoices(db: Db, viewer: Viewer, key: string): Promise<Reply<typeof contract>> {
  const isInScope = visibleUsers(viewer)
  const mayTakeTasks = permissions.changeTasks.some((role) => role === viewer.role)
  const isColleague = and(colleagues(viewer), inArray(users.role, permissions.changeTasks))
  const rows = await db
    .select({
      user: seen(users),
      email: emailOf,
      userName: userNameOf,
      isInScope: sql<boolean>`(${isInScope})`,
    })
    .from(users)
    .where(and(or(isInScope, mayTakeTasks ? isColleague : undefined), eq(users.isActive, true), asked(key)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
    .limit(MOST_CHOICES)
  return {
    users: rows.map(({ user, email, userName, isInScope: isVisible }) => ({
      uuid: user.uuid,
      name: fullName(user),
      userName,
      email: isVisible && seesEmail(viewer, user.uuid) ? email : null,
      role: user.role,
    })),
  }
}
