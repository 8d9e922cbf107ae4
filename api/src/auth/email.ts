import type { changeEmail as change, confirmEmail as confirm } from '@carewatch/contracts/http/auth'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { auditEach } from '../access/audit-each.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { LINK_MINUTES } from '../mail/mail.ts'
import { requireOwnPassword } from './change-password.ts'
import { mask } from './mask.ts'
import { changedNow } from '../access/changed-now.ts'
import { hashOfToken, newToken } from './set-password.ts'
import { orTaken } from './taken.ts'

const TRACE = { action: 'updated', entity: 'user', detail: { fields: ['email'] } } as const
/** A link of the address before opens nothing any more, and nothing more is wanted. */
const NO_LINKS = {
  passwordResetHash: null,
  passwordResetExpiresAt: null,
  newEmail: null,
  newEmailHash: null,
  newEmailExpiresAt: null,
}

/** An address is theirs when a link that went there was opened: whether somebody has it already is seen only then. */
export async function changeEmail(
  services: Services,
  caller: Caller,
  { email, password }: Input<typeof change>['body'],
): Promise<Reply<typeof change>> {
  const { db, mail } = services
  await requireOwnPassword(services, caller, password)
  const isMailed = mail.isConfigured
  const token = newToken()
  const wanted = {
    newEmail: email,
    newEmailHash: hashOfToken(token),
    newEmailExpiresAt: sql`now() + ${LINK_MINUTES} * interval '1 minute'`,
  }
  const columns = isMailed ? wanted : { ...NO_LINKS, email, emailProvenAt: null, updatedAt: changedNow }
  await orTaken(
    db.transaction(async (tx) => {
      await tx.update(users).set(columns).where(eq(users.id, caller.identityId))
      await auditEach(tx, caller, TRACE)
    }),
  )
  if (isMailed) mail.sendNewEmail({ ...caller, email }, token)
  return { email: mask(email), isMailed }
}

/** Opened by another account it is no proof: whoever asked for the link must be who opens it. */
export async function confirmEmail(
  { db, mail }: Services,
  caller: Caller,
  { token }: Input<typeof confirm>['body'],
): Promise<Reply<typeof confirm>> {
  const isGood = and(
    eq(users.id, caller.identityId),
    eq(users.newEmailHash, hashOfToken(token)),
    gt(users.newEmailExpiresAt, sql`now()`),
    isNotNull(users.newEmail),
  )
  const { before, email } = await orTaken(
    db.transaction(async (tx) => {
      const [person] = await tx.select().from(users).where(isGood).for('update')
      if (!person?.newEmail) throw new Refusal('invalid', 'linkDead')
      const { newEmail: email } = person
      const proven = { email, emailProvenAt: new Date(), updatedAt: changedNow }
      await tx
        .update(users)
        .set({ ...NO_LINKS, ...proven })
        .where(eq(users.id, person.id))
      await auditEach(tx, caller, TRACE)
      return { before: person, email }
    }),
  )
  if (before.email.toLowerCase() !== email.toLowerCase()) mail.sendEmailChanged(before)
  return { email }
}
