import { Refusal } from '@carewatch/contracts/refusal'
import { passkeys } from '@carewatch/migrations/schema/passkeys'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'
import { accountsThere } from '../access/audit-each.ts'
import { placeholderOf } from '../access/identity.ts'
import { personalOf } from '../access/of-person.ts'
import type { Seal } from '../auth/seal.ts'
import { changedNow } from '../access/changed-now.ts'

/** With what it signs in by. */
type Person = typeof users.$inferSelect

/** What goes from an account to that by which its person signs in. */
const SIGN_IN = {
  passwordHash: null,
  mustChangePassword: false,
  passwordExpiresAt: null,
  passwordResetHash: null,
  passwordResetExpiresAt: null,
  totpSecret: null,
  totpEnabledAt: null,
  totpLastStep: null,
  emailProvenAt: null,
  newEmail: null,
  newEmailHash: null,
  newEmailExpiresAt: null,
} satisfies Partial<typeof users.$inferInsert>

const pick = (person: Person) =>
  Object.fromEntries(Object.keys(SIGN_IN).map((key) => [key, person[key as keyof Person]]))

/** A name that nobody else has: `linked.invalid` takes no mail. */
const unnamed = () => {
  const placeholder = placeholderOf(crypto.randomUUID())
  return { userName: placeholder, email: placeholder }
}

async function inserted(tx: Db, values: typeof users.$inferInsert): Promise<Person> {
  const [row] = await tx.insert(users).values(values).returning()
  if (!row) throw new Refusal('unavailable')
  return row
}

/**
 * An account signs in by a row of its own from now on, which no company has: what any of them does to its account, the others' are let in. The account
 * is held by the caller. The second step is bound to the row that has it, and locked anew.
 */
async function identityIdOf(tx: Db, seal: Seal, person: Person): Promise<number> {
  if (person.identityId !== null) return person.identityId
  const { id, firstName, lastName } = person
  const name = { firstName, lastName }
  const made = await inserted(tx, { ...unnamed(), ...name, ...personalOf(person), role: 'USER' })
  await tx
    .update(users)
    .set({ ...SIGN_IN, email: unnamed().email, identityId: made.id, updatedAt: changedNow })
    .where(eq(users.id, id))
  const totpSecret = person.totpSecret && seal.lock(seal.open(person.totpSecret, person.uuid), made.uuid)
  await tx
    .update(users)
    .set({ ...pick(person), totpSecret, email: person.email, identityId: made.id })
    .where(eq(users.id, made.id))
  await tx.update(passkeys).set({ userId: made.id }).where(eq(passkeys.userId, id))
  return made.id
}

/** One more account of somebody, at another company: named and reached as they are, and nothing there yet. */
export async function linkAccount(
  tx: Db,
  seal: Seal,
  { person, companyId }: { person: Person; companyId: number | null },
): Promise<Person> {
  const accounts = await accountsThere(tx, person.identityId ?? person.id)
  // Who administers everything has one account: whoever gets at it by another company's would have all of it.
  if (accounts.some(({ role }) => role === 'ADMIN')) throw new Refusal('conflict', 'invitationRole')
  const identityId = await identityIdOf(tx, seal, person)
  const { firstName, lastName } = person
  const own = { firstName, lastName, ...personalOf(person), ...unnamed() }
  return inserted(tx, { ...own, role: 'USER', companyId, identityId })
}
