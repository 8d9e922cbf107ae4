import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import { Uuid } from '@carewatch/contracts/wire'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { emailOf, hasAddress, userNameOf } from '../access/identity.ts'
import type { Viewer } from '../access/viewer.ts'
import { erasableUsers, manageableUsers, visibleUsers } from '../access/visible.ts'
import { seen, type Seen } from '../access/seen.ts'

/** An account; its address and name are those that its person goes by, wherever they are kept. */
export type Person = Seen<typeof users.$inferSelect>

const EMAIL = z.email()

/** A key that can only be an address; null: a name or a uuid. */
export const addressOf = (key: string): string | null => EMAIL.safeParse(key.trim()).data ?? null

/** Somebody by uuid, user name or e-mail address; `currentUser` is whoever asks. */
function isCalled(viewer: Viewer, key: string): SQL | undefined {
  if (key === 'currentUser') return eq(users.id, viewer.id)
  if (Uuid.safeParse(key).success) return eq(users.uuid, key)
  const name = key.toLowerCase()
  const isAddress = hasAddress(name)
  // Somebody's user name may be somebody else's address, and would be given what is meant for that mailbox.
  return addressOf(key) === null ? or(isAddress, sql`lower(${users.userName}) = ${name}`) : isAddress
}

async function find(
  db: Db,
  viewer: Viewer,
  { key, scope }: { key: string; scope: SQL },
): Promise<Person | undefined> {
  const [row] = await db
    .select({ person: seen(users), email: emailOf, userName: userNameOf })
    .from(users)
    .where(and(isCalled(viewer, key), scope))
    // Somebody's user name may be somebody else's address: the address wins.
    .orderBy(sql`lower(${emailOf}) = ${key.toLowerCase()} desc`, asc(users.id))
    .limit(1)
  return row && { ...row.person, email: row.email, userName: row.userName }
}

/** An account of the device's own house, named by its staff: it is theirs already, and need not be asked. */
export const isOfCompany = (
  viewer: Viewer,
  person: Pick<Person, 'companyId'>,
  { companyId }: { companyId: number | null },
): boolean =>
  companyId !== null &&
  person.companyId === companyId &&
  permissions.createUsers.some((role) => role === viewer.role) &&
  (viewer.role === 'ADMIN' || viewer.companyId === companyId)

/** Whoever is called so in the viewer's scope. */
export const findVisibleUser = (db: Db, viewer: Viewer, key: string): Promise<Person | undefined> =>
  find(db, viewer, { key, scope: visibleUsers(viewer) })

export async function getVisibleUser(db: Db, viewer: Viewer, key: string): Promise<Person> {
  const person = await findVisibleUser(db, viewer, key)
  if (!person) throw new Refusal('notFound')
  return person
}

/** Somebody the viewer may change: who is seen and may not be changed is refused, who is not seen does not exist. */
export async function getManageableUser(db: Db, viewer: Viewer, key: string): Promise<Person> {
  const person = await getVisibleUser(db, viewer, key)
  if (!(await isManageable(db, viewer, person))) throw new Refusal('forbidden')
  return person
}

/** The same, and everybody may change this of themselves. */
export async function getOwnOrManageableUser(db: Db, viewer: Viewer, key: string): Promise<Person> {
  const person = await getVisibleUser(db, viewer, key)
  if (person.id !== viewer.id && !(await isManageable(db, viewer, person))) throw new Refusal('forbidden')
  return person
}

/** Somebody the viewer may forget for good, also when their account is deleted already. */
export async function getErasableUser(db: Db, viewer: Viewer, key: string): Promise<Person> {
  const person = await find(db, viewer, { key, scope: erasableUsers(viewer) })
  if (person) return person
  throw new Refusal((await findVisibleUser(db, viewer, key)) ? 'forbidden' : 'notFound')
}

async function isManageable(db: Db, viewer: Viewer, { id }: Person): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), manageableUsers(viewer)))
  return found.length > 0
}
