import type { changePassword as contract } from '@carewatch/contracts/http/auth'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { auditEach } from '../access/audit-each.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { setPassword } from './set-password.ts'
import { strictestRole } from './strictest-role.ts'
import { wordsOf } from './words.ts'

/** Refuses a password that is not the caller's own; wrong ones count like those of a sign-in. */
export async function requireOwnPassword(
  { db, passwords, throttle }: Services,
  caller: Caller,
  password: string,
): Promise<string> {
  const counted = { own: caller.identityUuid }
  await throttle.refuseIfBlocked(counted)
  const [row] = await db
    .select({ hash: users.passwordHash })
    .from(users)
    .where(eq(users.id, caller.identityId))
  const hash = row?.hash ?? null
  await passwords.tryOne(password, hash, {
    before: () => throttle.refuseIfBlocked(counted),
    failed: async () => {
      await throttle.failed(counted)
      throw new Refusal('invalid', 'wrongPassword')
    },
  })
  await throttle.succeeded(counted)
  if (hash === null) throw new Refusal('invalid', 'wrongPassword')
  return hash
}

export async function changePassword(
  services: Services,
  caller: Caller,
  { oldPassword, newPassword }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const { db, passwords, mail } = services
  const oldHash = await requireOwnPassword(services, caller, oldPassword)
  if (newPassword === oldPassword) throw new Refusal('invalid', 'passwordSame')
  const { language } = caller
  const role = await strictestRole(db, caller.identityId)
  const words = await wordsOf(db, caller)
  const strength = await passwords.rate(newPassword, { role, language, words, field: 'newPassword' })
  const hash = await passwords.hash(newPassword)

  await db.transaction(async (tx) => {
    const onlyIf = { holds: eq(users.passwordHash, oldHash), refuse: new Refusal('conflict') }
    await setPassword(tx, caller.identityId, {
      hash,
      chosenBy: 'themselves',
      onlyIf,
      except: caller.sessionUuid,
    })
    await auditEach(tx, caller, { action: 'passwordChanged', entity: 'user' })
  })
  mail.sendPasswordChanged(caller)
  return { strength }
}
