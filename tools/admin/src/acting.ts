import { accountsThere } from '@carewatch/api/access/audit-each'
import { type Caller, loadViewer } from '@carewatch/api/access/viewer'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, or, sql } from 'drizzle-orm'

/** The option by which it is said in whose name something is done. */
export const AS = ['--as <email>', 'the administrator in whose name it is done'] as const

/** Where the audit log says that it came from. */
const ADDRESS = 'command line'

/** In whose name the command line acts where nobody is named: the administrator who was there first. */
export async function actAs(db: Db, email?: string): Promise<Caller> {
  const lower = email?.toLowerCase()
  const isWanted = lower === undefined ? undefined : eq(sql`lower(${users.email})`, lower)
  const [admin] = await db
    .select({ uuid: users.uuid })
    .from(users)
    .where(and(eq(users.role, 'ADMIN'), eq(users.isActive, true), isNull(users.deletedAt), isWanted))
    .orderBy(users.id)
    .limit(1)
  const viewer = admin && (await loadViewer(db, admin.uuid))
  if (!viewer)
    throw new Error(
      email ? `${email} is no administrator.` : 'There is no administrator yet: create-admin makes one.',
    )
  return { ...viewer, sessionUuid: '', address: ADDRESS, language: 'en' }
}

/** Who has not signed in and acts all the same: whoever may read the secrets of the installation. */
export const commandLine = { id: null, companyId: null, address: ADDRESS } as const

/** A person by e-mail, user name or uuid: by their address, what they sign in by. */
export async function findPerson(db: Db, key: string): Promise<typeof users.$inferSelect> {
  const lower = key.toLowerCase()
  const isThem = or(
    eq(sql`lower(${users.email})`, lower),
    eq(sql`lower(${users.userName})`, lower),
    eq(sql`${users.uuid}::text`, lower),
  )
  const [person] = await db
    .select()
    .from(users)
    .where(and(isThem, isNull(users.deletedAt)))
    .limit(1)
  if (!person) throw new Error('Nobody has this e-mail, user name or uuid.')
  return person
}

/** One account of theirs. */
export async function findAccount(db: Db, key: string): Promise<typeof users.$inferSelect> {
  const person = await findPerson(db, key)
  if (person.identityId !== person.id) return person
  const accounts = await accountsThere(db, person.id)
  const uuids = accounts.map(({ uuid }) => uuid).join(', ')
  throw new Error(`They have accounts at several companies, name one of them by its uuid: ${uuids}`)
}
