import { passkeys } from '@carewatch/migrations/schema/passkeys'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

/** By whom an account signs in: itself or, where its person works with several companies, the row that is nobody's account. */
export const identities = alias(users, 'identities')

/** A condition that joins `identities` to `users`. Where a policy stands PostgreSQL looks nobody up by a `coalesce`. */
export const isIdentity = eq(
  identities.id,
  sql`case when ${users.identityId} is null then ${users.id} else ${users.identityId} end`,
)

/** A condition on `users`: somebody's account, and not by what they sign in to several. */
export const isAccount = sql<boolean>`(${users.identityId} is distinct from ${users.id})`

/** A condition on `users`: every account of one person. */
export const accountsOf = (identityId: number): SQL =>
  and(or(eq(users.id, identityId), eq(users.identityId, identityId)), isAccount) ?? sql`false`

export const idsOfAccounts = (identityId: number): SQL =>
  sql`(select ${users.id} from ${users} where ${accountsOf(identityId)})`

const closed = alias(companies, 'closed')
const shut = alias(branches, 'shut')

/** A condition on `users`: neither their company nor their branch is inactive. Administrators look after all of them, also by an account of one. */
const isOfOpenPlace = sql`(${users.role} = 'ADMIN' or (
  not exists (select from ${companies} ${closed} where ${closed.id} = ${users.companyId} and not ${closed.isActive})
  and not exists (select from ${branches} ${shut} inner join ${companies} ${closed} on ${closed.id} = ${shut.companyId}
    where ${shut.id} = ${users.branchId} and not (${shut.isActive} and ${closed.isActive}))))`

/** A condition on `users`: an account that its company did not close. */
export const isThere = and(eq(users.isActive, true), isNull(users.deletedAt), isAccount)

/** A condition on `users`: an account that is let in. */
export const isLiving = and(isThere, isOfOpenPlace)

/** An address that nobody has, for what signs in by another row. */
export const placeholderOf = (uuid: string): string => `${uuid}@linked.invalid`

const kept = sql`coalesce((select ${identities.email} from ${users} ${identities} where ${identities.id} = ${users.identityId}), ${users.email})`

/** The address of somebody's account, wherever it is kept. Within another, because drizzle takes the names of tables out of what a list of one table selects. */
export const emailOf = sql<string>`${kept}`

/** What an account is called: by its address, where it was given no name of its own. */
export const userNameOf = sql<string>`case when ${users.userName} = ${users.email} then ${emailOf} else ${users.userName} end`

/** A condition on `users`: whoever has this address, given in small letters. */
export const hasAddress = (email: string): SQL =>
  sql`(lower(${users.email}) = ${email} or ${users.identityId} = any(array(select ${identities.id} from ${users} ${identities}
    where lower(${identities.email}) = ${email} and ${identities.identityId} = ${identities.id})))`

/** Of `identities`: they have a second step of signing in, of either kind. */
export const hasTwoStep = sql<boolean>`(${identities.totpEnabledAt} is not null or exists (select from ${passkeys} where ${passkeys.userId} = ${identities.id}))`

/** Who signs in, wherever they work. */
export type SignedIn = { identityId: number; identityUuid: string }

/**
 * Whether a sign-in may begin or go on as this account: it and what it is signed in to by are held until the transaction ends. Whoever ends either in the
 * same moment was there before, and it is refused, or comes after, and finds the sign-in.
 */
export async function holdToSignIn(
  tx: Db,
  { id, identityId }: { id: number; identityId: number },
): Promise<boolean> {
  for (const one of new Set([identityId, id])) {
    const isLetIn = and(eq(users.id, one), eq(users.isActive, true), isNull(users.deletedAt))
    const held = await tx.select({ id: users.id }).from(users).where(isLetIn).for('share')
    if (held.length === 0) return false
  }
  return true
}
