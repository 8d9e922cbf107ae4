import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import { changedNow } from '../access/changed-now.ts'
import type { Person } from './find-user.ts'

type Changes = { columns: Partial<typeof users.$inferInsert>; seenAt?: Date | undefined }

/** Of two who change a person at once, the second hears of it, and so does whoever looked at an older state. */
export async function saveUser(tx: Db, person: Person, { columns, seenAt }: Changes): Promise<void> {
  if (seenAt !== undefined && seenAt.getTime() !== person.updatedAt.getTime()) throw new Refusal('conflict')
  const saved = await tx
    .update(users)
    .set({ ...columns, updatedAt: changedNow })
    .where(and(eq(users.id, person.id), eq(users.updatedAt, person.updatedAt), isNull(users.deletedAt)))
    .returning({ id: users.id })
  if (saved.length === 0) throw new Refusal('conflict')
}

/**
 * A person, held until the transaction ends: they say yes to nothing and are given nothing meanwhile. Whoever only names them does not wait. By whom they
 * sign in comes first, as in every yes and switch, so that no two of these wait for each other.
 */
export async function holdUser(tx: Db, { id, identityId }: Pick<Person, 'id' | 'identityId'>): Promise<void> {
  for (const one of [identityId, id])
    if (one !== null)
      await tx.select({ id: users.id }).from(users).where(eq(users.id, one)).for('no key update')
}

/** Whoever is given something, held so that they are not deleted or erased meanwhile; before what they are given. Answers whether they are there. */
export async function holdAccount(tx: Db, id: number): Promise<boolean> {
  const isThere = and(eq(users.id, id), isNull(users.deletedAt))
  return (await tx.select({ id: users.id }).from(users).where(isThere).for('share')).length > 0
}

/** Which of the fields differ from what stands there: their names, for the trace. */
export const namesOfChanged = (person: Person, columns: Changes['columns']): string[] =>
  Object.entries(columns).flatMap(([name, value]) =>
    // Safe: the columns are those of the row.
    person[name as keyof Person] === value ? [] : [name],
  )

/** What is shown of an account and kept elsewhere is not written here: its address and, where it has none of its own, its name. */
export function withoutShownName<Given extends Changes['columns']>(person: Person, given: Given): Given {
  if (person.identityId === null) return given
  const isShown = (name: string): boolean =>
    name === 'email' || (name === 'userName' && given.userName === person.userName)
  // Safe: what is left out is optional in every such row.
  return Object.fromEntries(Object.entries(given).filter(([name]) => !isShown(name))) as Given
}
