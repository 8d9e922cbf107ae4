import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { passkeys } from '@carewatch/migrations/schema/passkeys'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { auditEach } from '../access/audit-each.ts'
import { accountsOf, isLiving } from '../access/identity.ts'
import { endEverySession } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { requireOwnPassword } from './change-password.ts'
import { newSecret, takeCode } from './totp.ts'

type Change = 'begun' | 'confirmed' | 'ended'

const trace = (tx: Db, caller: Caller, change: Change): Promise<void> =>
  auditEach(tx, caller, { action: 'twoStepChanged', entity: 'user', detail: { change } })

async function secretOf(db: Db, caller: Caller) {
  const [row] = await db
    .select({ totpSecret: users.totpSecret, totpEnabledAt: users.totpEnabledAt })
    .from(users)
    .where(eq(users.id, caller.identityId))
  return row ?? { totpSecret: null, totpEnabledAt: null }
}

/** A secret that was shown does nothing until a code of it was given back. */
export async function beginTwoStep({ db, seal }: Services, caller: Caller) {
  const made = newSecret(caller.email)
  await db.transaction(async (tx) => {
    const begun = await tx
      .update(users)
      .set({ totpSecret: seal.lock(made.secret, caller.identityUuid), totpLastStep: null })
      .where(and(eq(users.id, caller.identityId), isNull(users.totpEnabledAt)))
      .returning({ id: users.id })
    if (begun.length === 0) throw new Refusal('conflict', 'twoStepOn')
    await trace(tx, caller, 'begun')
  })
  return made
}

async function requireCode(
  services: Services,
  caller: Caller,
  { totpSecret, code }: { totpSecret: Buffer; code: string },
): Promise<void> {
  const { throttle } = services
  const { identityId: id, identityUuid: uuid } = caller
  const counted = { code: uuid }
  await throttle.refuseIfBlocked(counted)
  if (await takeCode(services, { id, uuid, totpSecret }, code)) return
  await throttle.failed(counted)
  throw new Refusal('invalid', 'codeWrong')
}

/** Whoever signed in elsewhere with the password alone is signed out. */
export async function confirmTwoStep(
  services: Services,
  caller: Caller,
  { password, code }: { password: string; code: string },
): Promise<null> {
  const { db } = services
  const { totpSecret, totpEnabledAt } = await secretOf(db, caller)
  if (totpEnabledAt) throw new Refusal('conflict', 'twoStepOn')
  if (!totpSecret) throw new Refusal('conflict', 'twoStepOff')
  await requireOwnPassword(services, caller, password)
  await requireCode(services, caller, { totpSecret, code })
  await db.transaction(async (tx) => {
    const confirmed = await tx
      .update(users)
      .set({ totpEnabledAt: new Date() })
      .where(
        and(eq(users.id, caller.identityId), eq(users.totpSecret, totpSecret), isNull(users.totpEnabledAt)),
      )
      .returning({ id: users.id })
    if (confirmed.length === 0) throw new Refusal('conflict')
    await endEverySession(tx, caller, caller.sessionUuid)
    await trace(tx, caller, 'confirmed')
  })
  return null
}

/** By any company that they work with. */
async function isAskedByCompany(db: Db, identityId: number): Promise<boolean> {
  const [asking] = await db
    .select({ id: companies.id })
    .from(users)
    .leftJoin(branches, eq(branches.id, users.branchId))
    .innerJoin(companies, eq(companies.id, sql`coalesce(${users.companyId}, ${branches.companyId})`))
    .where(and(accountsOf(identityId), isLiving, sql`${companies.twoStepRoles} ? ${users.role}`))
    .limit(1)
  return asking !== undefined
}

/** Of them a second step is asked, and they keep one. */
export const isTwoStepAskedOf = async (
  { db, asksAdmins }: Pick<Services, 'db' | 'asksAdmins'>,
  { identityId, role }: Caller,
): Promise<boolean> => (asksAdmins && role === 'ADMIN') || isAskedByCompany(db, identityId)

export async function endTwoStep(
  services: Services,
  caller: Caller,
  { password, code }: { password: string; code: string },
): Promise<null> {
  const { db } = services
  const { totpSecret, totpEnabledAt } = await secretOf(db, caller)
  if (!totpSecret || !totpEnabledAt) throw new Refusal('conflict', 'twoStepOff')
  const isOnly = (await db.$count(passkeys, eq(passkeys.userId, caller.identityId))) === 0
  if (isOnly && (await isTwoStepAskedOf(services, caller))) throw new Refusal('conflict', 'twoStepAsked')
  await requireOwnPassword(services, caller, password)
  await requireCode(services, caller, { totpSecret, code })
  await db.transaction(async (tx) => {
    await forgetTotp(tx, caller.identityId)
    await trace(tx, caller, 'ended')
  })
  return null
}

/** `userId`: by whom they sign in. Their machine is gone, and with it what they signed in by. */
export async function forgetTwoStep(tx: Db, userId: number): Promise<void> {
  await forgetTotp(tx, userId)
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}

async function forgetTotp(tx: Db, userId: number): Promise<void> {
  const nothing = { totpSecret: null, totpEnabledAt: null, totpLastStep: null }
  await tx.update(users).set(nothing).where(eq(users.id, userId))
}
