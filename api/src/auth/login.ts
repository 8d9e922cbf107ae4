import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { loadViewer, type Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import type { Counted } from './throttle.ts'
import { codeRefused, takeCode } from './totp.ts'

type SignIn = { email: string; password: string; code?: string | undefined; address: string }
type Parts = Pick<Services, 'db' | 'seal' | 'passwords' | 'throttle'>

/** Whoever has this e-mail address or user name, and may sign in with a password at all. */
export async function accountOf(db: Db, typed: string) {
  const name = typed.toLowerCase()
  const matches = or(sql`lower(${users.email}) = ${name}`, sql`lower(${users.userName}) = ${name}`)
  const isGood = or(isNull(users.passwordExpiresAt), gt(users.passwordExpiresAt, sql`now()`))
  const [account] = await db
    .select({
      id: users.id,
      uuid: users.uuid,
      companyId: users.companyId,
      passwordHash: sql<string | null>`case when ${isGood} then ${users.passwordHash} end`,
      totpSecret: users.totpSecret,
      totpEnabledAt: users.totpEnabledAt,
    })
    .from(users)
    .where(and(matches, eq(users.isActive, true), isNull(users.deletedAt)))
    // Somebody's user name may be somebody else's address: the address wins.
    .orderBy(sql`lower(${users.email}) = ${name} desc`)
    .limit(1)
  return account
}
type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>

/** Signs people in. Whether an account exists cannot be told from the text, the status or the time of the answer. */
export async function login(parts: Parts, { email, password, code, address }: SignIn): Promise<Viewer> {
  const { db, passwords, throttle } = parts
  const account = await accountOf(db, email)
  // An account is one, whether it is called by its e-mail address or its user name.
  const counted: Counted = { account: account?.uuid ?? email, address }
  await throttle.refuseIfBlocked(counted)

  async function fail(refusal: Refusal): Promise<never> {
    await throttle.failed(counted)
    await noteFailure(db, account, address)
    throw refusal
  }

  // Again, and counted within the turn: a hundred guesses may have been let in before the first of them failed.
  const isRight = await passwords.tryOne(password, account?.passwordHash ?? null, {
    before: () => throttle.refuseIfBlocked(counted),
    failed: () => fail(new Refusal('unauthenticated', 'signIn')),
  })
  const viewer = isRight && account ? await loadViewer(db, account.uuid) : undefined
  if (!viewer || !account) return fail(new Refusal('unauthenticated', 'signIn'))
  if (isTwoStep(account)) {
    if (code === undefined) throw codeRefused('codeRequired')
    if (!(await takeCode(parts, account, code))) return fail(codeRefused('codeWrong'))
  }
  await throttle.succeeded({ account: account.uuid })
  return viewer
}

type TwoStep = Account & { totpSecret: Buffer }
const isTwoStep = (account: Account): account is TwoStep =>
  account.totpSecret !== null && account.totpEnabledAt !== null

const noteFailure = (db: Db, account: Account | undefined, address: string): Promise<void> =>
  audit(
    db,
    { id: null, companyId: null, address },
    { action: 'signInFailed', entity: 'session', uuid: account?.uuid, companyId: account?.companyId ?? null },
  )
