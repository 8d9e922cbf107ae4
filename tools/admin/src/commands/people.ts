import { audit } from '@carewatch/api/access/audit'
import { auditEach } from '@carewatch/api/access/audit-each'
import { makePassword } from '@carewatch/api/auth/passwords'
import { setPassword } from '@carewatch/api/auth/set-password'
import { eraseUser } from '@carewatch/api/leaving/erase'
import { hashPassword } from '@carewatch/platform/credentials/password'
import { openTimescale } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { z } from 'zod'
import { actAs, commandLine, findAccount, findPerson } from '../acting.ts'
import type { Installation } from '../open.ts'

type Place = Pick<Installation, 'db'>

/** A new administrator with a password that is shown once and must be changed. */
export async function createAdmin({ db }: Place, email: string, name: string): Promise<{ password: string }> {
  if (!z.email().safeParse(email).success) throw new Error('This is no e-mail address.')
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  const [firstName = '', ...rest] = name.split(' ')
  await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({
        firstName,
        lastName: rest.join(' '),
        userName: email,
        email,
        role: 'ADMIN',
        passwordHash,
        mustChangePassword: true,
      })
      .onConflictDoNothing()
      .returning({ uuid: users.uuid })
    if (!made) throw new Error('Somebody with this e-mail is there already.')
    await audit(tx, commandLine, { action: 'created', entity: 'user', uuid: made.uuid })
  })
  return { password }
}

/** A new password for a day; all sign-ins of theirs end. */
export async function resetPassword({ db }: Place, key: string): Promise<{ password: string }> {
  const { id, identityId } = await findPerson(db, key)
  const password = makePassword()
  const hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await setPassword(tx, identityId ?? id, { hash, chosenBy: 'somebodyElse' })
    const { address } = commandLine
    const trace = { action: 'passwordSet', entity: 'user', detail: { made: true } } as const
    await auditEach(tx, { identityId: identityId ?? id, address, isNobody: true }, trace)
  })
  return { password }
}

/** Forgets a person for good, as the portal's own erase does. */
export async function erase(
  { db, url }: Pick<Installation, 'db' | 'url'>,
  key: string,
  as?: string,
): Promise<void> {
  const { uuid } = await findAccount(db, key)
  const facts = openTimescale(url, 1)
  try {
    await eraseUser({ db, facts }, await actAs(db, as), uuid)
  } finally {
    await facts.end()
  }
}
