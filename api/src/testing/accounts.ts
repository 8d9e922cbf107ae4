import { createSession } from '@carewatch/migrations/factories'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { linkAccount } from '../answers/link.ts'
import { createSeal } from '../auth/seal.ts'
import { type Harness, JWT_SECRET, tokenFor } from './harness.ts'

type New = Partial<typeof users.$inferInsert>

/** One more account of somebody, as their yes to another company's invitation makes it, and a sign-in that acts as it. */
export async function addAccount({ db }: Harness, { id }: { id: number }, values: New) {
  const account = await db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, id))
    if (!person) throw new Error('Nobody has this id.')
    const made = await linkAccount(tx, createSeal(JWT_SECRET), {
      person,
      companyId: values.companyId ?? null,
    })
    const [row] = await tx.update(users).set(values).where(eq(users.id, made.id)).returning()
    return row ?? made
  })
  const { uuid: session } = await createSession(db, account.id)
  return { ...account, session, token: tokenFor({ ...account, session }) }
}
