import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Person } from './find-user.ts'

/** What a company ends of somebody who works elsewhere too. */
type Linked = Pick<Person, 'id' | 'identityId'>

/** The row by which somebody signs in to several companies, held: of two companies that let them go at once the second finds itself the last. */
async function holdIdentity(tx: Db, { identityId }: Linked): Promise<void> {
  if (identityId !== null)
    await tx.select({ id: users.id }).from(users).where(eq(users.id, identityId)).for('no key update')
}

const others = ({ id, identityId }: Linked) =>
  and(eq(users.identityId, identityId ?? 0), ne(users.id, identityId ?? 0), ne(users.id, id))

/** Whether they have an account at another company. */
export async function hasOthers(tx: Db, person: Linked): Promise<boolean> {
  if (person.identityId === null) return false
  await holdIdentity(tx, person)
  return (await tx.$count(users, and(others(person), isNull(users.deletedAt)))) > 0
}

/** Whoever was let go everywhere signs in no longer, and their address is free. */
export async function leaveIdentity(tx: Db, person: Linked): Promise<void> {
  if (person.identityId === null || (await hasOthers(tx, person))) return
  await tx
    .update(users)
    .set({ deletedAt: new Date(), isActive: false })
    .where(and(eq(users.id, person.identityId), isNull(users.deletedAt)))
}

/** Whether what they sign in by is about nobody any more: every account of theirs is erased. */
export async function isErasedEverywhere(tx: Db, person: Linked): Promise<boolean> {
  if (person.identityId === null) return false
  return (await tx.$count(users, and(others(person), isNull(users.erasedAt)))) === 0
}
