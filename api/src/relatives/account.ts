import type { Language } from '@carewatch/contracts/languages'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Role } from '@carewatch/contracts/roles'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { PASSWORD_HOURS } from '../mail/mail.ts'
import type { Services } from '../services.ts'
import type { Person } from '../users/find-user.ts'
import { type FirstPassword, firstPassword } from '../users/first-password.ts'
import { saveUser } from '../users/save.ts'

export type NewPerson = {
  firstName: string
  lastName: string
  email: string
  role: 'OWNER' | 'RELATIVE'
  companyId: number | null
  selectedLanguage: Language
} & Partial<Pick<Person, 'contactNumber' | 'countryCode' | 'supervisorId' | 'dob' | 'address'>>

/** `first`: the password of an account that must be made; null where there is one. */
export type Prepared = { person: NewPerson; first: FirstPassword | null }
export type Taken = { user: Person; first: FirstPassword | null }

/** Whose account can become this: a plain user grows into it, staff and other companies' people do not. */
const becomes: Record<NewPerson['role'], readonly Role[]> = {
  OWNER: ['OWNER', 'USER'],
  RELATIVE: ['RELATIVE', 'OWNER', 'USER'],
}

async function findByEmail(db: Db, email: string): Promise<Person | undefined> {
  const isTheirs = sql`lower(${users.email}) = ${email.toLowerCase()}`
  const [person] = await db
    .select()
    .from(users)
    .where(and(isTheirs, isNull(users.deletedAt)))
  return person
}

/** Before the transaction: a password takes its time, and no row is to wait for it. */
export async function prepareAccount(
  services: Services,
  caller: Caller,
  person: NewPerson,
): Promise<Prepared> {
  if (await findByEmail(services.db, person.email)) return { person, first: null }
  const named = { ...person, userName: person.email }
  const choice = { person: named, chosen: undefined, field: 'password' } as const
  return { person, first: await firstPassword(services, caller, choice) }
}

/** The account that has this address, else a new one. */
export async function takeAccount(tx: Db, caller: Caller, { person, first }: Prepared): Promise<Taken> {
  const made = first && (await makeAccount(tx, caller, { person, first }))
  if (made) return { user: made, first }
  return { user: await linkAccount(tx, caller, person), first: null }
}

async function makeAccount(
  tx: Db,
  caller: Caller,
  { person, first }: { person: NewPerson; first: FirstPassword },
): Promise<Person | undefined> {
  const [made] = await tx
    .insert(users)
    .values({
      ...person,
      userName: person.email,
      passwordHash: first.hash,
      mustChangePassword: true,
      passwordExpiresAt: sql`now() + ${PASSWORD_HOURS} * interval '1 hour'`,
    })
    .onConflictDoNothing()
    .returning()
  if (!made) return undefined
  const { uuid, companyId, role } = made
  await audit(tx, caller, { action: 'created', entity: 'user', uuid, companyId, detail: { role } })
  return made
}

async function linkAccount(tx: Db, caller: Caller, { email, role, companyId }: NewPerson): Promise<Person> {
  const user = await findByEmail(tx, email)
  const isElsewhere = user && user.companyId !== null && user.companyId !== companyId
  if (!user?.isActive || isElsewhere || !becomes[role].includes(user.role))
    throw new Refusal('conflict', 'emailTaken')
  const grown = { ...(user.role === 'USER' && { role }), ...(role === 'OWNER' && { companyId }) }
  const fields = Object.entries(grown).flatMap(([name, value]) =>
    // Safe: these are the two that can be in it.
    user[name as 'role' | 'companyId'] === value ? [] : [name],
  )
  if (fields.length === 0) return user
  await saveUser(tx, user, { columns: grown })
  const { uuid } = user
  await audit(tx, caller, { action: 'updated', entity: 'user', uuid, companyId, detail: { fields } })
  return { ...user, ...grown }
}

/** After the commit: tells them by mail, or whoever asked where there is no mail. */
export function mailAccount({ mail }: Pick<Services, 'mail'>, { user, first }: Taken) {
  if (!first) return null
  mail.sendFirstPassword(user, 'account', first.mailed)
  return { userName: user.userName, password: first.shown, isMailed: first.mailed !== null }
}
