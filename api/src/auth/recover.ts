import type { changePasswordFromLink as link, sendRecoveryEmail as ask } from '@carewatch/contracts/http/auth'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { auditEach } from '../access/audit-each.ts'
import type { Stranger } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { accountOf } from './login.ts'
import { mask } from './mask.ts'
import { hashOfToken, keepToken, newToken, setPassword } from './set-password.ts'
import { strictestRole } from './strictest-role.ts'
import { wordsOf } from './words.ts'

const NOBODY = { id: null, companyId: null } as const

/** The same statements and the same answer whether anybody has this key: only a mail box tells. */
export async function sendRecovery(
  { db, mail, throttle }: Services,
  typed: string,
  { address }: Stranger,
): Promise<Reply<typeof ask>> {
  const account = await accountOf(db, typed)
  const counted = { mail: account?.uuid ?? typed }
  const isEnough = (await throttle.waitLeftMs(counted)) > 0
  await throttle.failed(counted)
  const token = newToken()
  const person = await db.transaction(async (tx) => {
    if (!isEnough) await keepToken(tx, account?.id ?? 0, token)
    const trace = { action: 'recoveryAsked', entity: 'user' } as const
    if (account) await auditEach(tx, { identityId: account.id, address, isNobody: true }, trace)
    else await audit(tx, { ...NOBODY, address }, trace)
    const [row] = await tx
      .select()
      .from(users)
      .where(eq(users.id, account?.id ?? 0))
    return row
  })
  if (person && !isEnough) mail.sendRecovery(person, token)
  return { email: mask(typed), isMailed: mail.isConfigured }
}

/** Whoever opened the link of a mail chooses a password: once, and in time. */
export async function changePasswordFromLink(
  { db, passwords, throttle, mail }: Services,
  { token, newPassword }: Input<typeof link>['body'],
  { address, language }: Stranger,
): Promise<Reply<typeof link>> {
  const counted = { address }
  await throttle.refuseIfBlocked(counted)
  const resetHash = hashOfToken(token)
  const isGood = and(
    eq(users.passwordResetHash, resetHash),
    gt(users.passwordResetExpiresAt, sql`now()`),
    eq(users.isActive, true),
    isNull(users.deletedAt),
  )
  const [person] = await db.select().from(users).where(isGood)
  if (!person) {
    await throttle.failed(counted)
    throw new Refusal('invalid', 'linkDead')
  }

  const words = await wordsOf(db, person)
  const role = await strictestRole(db, person.id)
  const chosen = { role, language, words, field: 'newPassword' } as const
  const strength = await passwords.rate(newPassword, chosen)
  const hash = await passwords.hash(newPassword)
  await db.transaction(async (tx) => {
    const holds = isGood ?? sql`false`
    const onlyIf = { holds, refuse: new Refusal('invalid', 'linkDead') }
    await setPassword(tx, person.id, { hash, chosenBy: 'themselves', onlyIf })
    // The link was mailed: whoever opened it has the mailbox.
    await tx.update(users).set({ emailProvenAt: new Date() }).where(eq(users.id, person.id))
    await auditEach(tx, { identityId: person.id, address }, { action: 'passwordChanged', entity: 'user' })
  })
  // Whoever locked the account for them is not let off: the address stays counted.
  await throttle.succeeded({ account: person.uuid })
  mail.sendPasswordChanged(person)
  return { strength }
}
