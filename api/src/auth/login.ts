import type { PasskeyAnswer } from '@carewatch/contracts/passkeys'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { sessions, users } from '@carewatch/migrations/schema/people'
import { and, asc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { audit } from '../access/audit.ts'
import { auditEach } from '../access/audit-each.ts'
import { accountsOf, identities, isAccount, isIdentity, isLiving } from '../access/identity.ts'
import { loadViewer, type Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { takeAnswer } from './passkeys/take-answer.ts'
import { knownPlaceOf, type Place, rememberPlace } from './known-places.ts'
import type { Counted } from './throttle.ts'
import { type SecondStep, wrongSecondStep } from './second-step.ts'

type SignIn = Place &
  SecondStep & {
    email: string
    password: string
    /** What was done of the work that was asked for. */
    work?: string | undefined
  }
type Parts = Pick<Services, 'db' | 'seal' | 'passwords' | 'throttle' | 'work' | 'asksAdmins' | 'relyingParty'>

const accounts = alias(users, 'accounts')

/** Whoever has this e-mail address or user name, and may sign in with a password at all: by whom they sign in, wherever they work. */
export async function accountOf(db: Db, typed: string) {
  const name = typed.toLowerCase()
  const isAddress = and(sql`lower(${users.email}) = ${name}`, eq(users.id, identities.id))
  // What stands in the place of a name is none.
  const isNamed = or(isNull(users.identityId), ne(users.userName, users.email))
  const matches = or(isAddress, and(isAccount, isNamed, sql`lower(${users.userName}) = ${name}`))
  // Somebody's user name may be somebody else's address: the address wins.
  return signInOf(db, matches, sql`lower(${users.email}) = ${name} desc`)
}

async function signInOf(db: Db, matches: SQL | undefined, first?: SQL) {
  const isGood = or(isNull(identities.passwordExpiresAt), gt(identities.passwordExpiresAt, sql`now()`))
  const [account] = await db
    .select({
      id: identities.id,
      uuid: identities.uuid,
      passwordHash: sql<string | null>`case when ${isGood} then ${identities.passwordHash} end`,
      totpSecret: identities.totpSecret,
      totpEnabledAt: identities.totpEnabledAt,
    })
    .from(users)
    .innerJoin(identities, isIdentity)
    .where(
      and(
        matches,
        isNull(users.deletedAt),
        eq(identities.isActive, true),
        isNull(identities.deletedAt),
        // One of those that sign in by it is let in, though it be another than the one that was named.
        sql`exists (select from ${users} ${accounts} where (${accounts.id} = ${identities.id} or ${accounts.identityId} = ${identities.id})
          and (${accounts.identityId} is distinct from ${accounts.id}) and ${accounts.isActive} and ${accounts.deletedAt} is null)`,
      ),
    )
    .orderBy(...(first ? [first] : []))
    .limit(1)
  return account
}
type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>

/** Where they were last; who works with one company is there. */
async function lastAccount(
  { db, asksAdmins }: Pick<Parts, 'db' | 'asksAdmins'>,
  identityId: number,
): Promise<Viewer | undefined> {
  const lastSeen = sql`(select max(${sessions.lastSeenAt}) from ${sessions} where ${sessions.userId} = ${users.id})`
  const [account] = await db
    .select({ uuid: users.uuid })
    .from(users)
    .where(and(accountsOf(identityId), isLiving))
    .orderBy(sql`${lastSeen} desc nulls last`, asc(users.id))
    .limit(1)
  return account && loadViewer(db, account.uuid, asksAdmins)
}

/**
 * What this try counts as. Where somebody was let in before, by this browser or from this address, nothing that others do keeps them out: neither wrong tries
 * at their account nor those of the house that they stand in.
 */
async function countedAs(parts: Parts, account: Account | undefined, tried: SignIn): Promise<Counted> {
  const place = await knownPlaceOf(parts.db, account?.uuid ?? '', tried)
  if (account && place !== undefined) return { known: place }
  // An account is one, whether it is called by its e-mail address or its user name.
  return { account: account?.uuid ?? tried.email, address: tried.address }
}

/** After many failures each try costs work instead of a wait, which whoever lives there would share with whoever attacks them. */
async function requireWork(
  { throttle, work }: Parts,
  counted: Counted,
  tried: SignIn,
): Promise<{ isDone: boolean }> {
  if (!(await throttle.costsWork(counted))) return { isDone: false }
  const of = `${tried.email} ${tried.address}`
  if (await work.isDone(tried.work, of)) return { isDone: true }
  throw new Refusal('tooMany', 'signInWork', { context: { challenge: await work.ask(of) } })
}

/** Signs people in. Whether an account exists cannot be told from the text, the status or the time of the answer. */
export async function login(parts: Parts, tried: SignIn): Promise<Viewer> {
  const { db, passwords, throttle } = parts
  const { email, password, address, browser } = tried
  const account = await accountOf(db, email)
  const counted = await countedAs(parts, account, tried)
  await throttle.refuseIfBlocked(counted)
  const { isDone } = await requireWork(parts, counted, tried)

  async function fail(refusal: Refusal): Promise<never> {
    await throttle.failed(counted)
    await noteFailure(db, account, address)
    throw refusal
  }

  // Again, and counted within the turn: a hundred guesses may have been let in before the first of them failed.
  const isRight = await passwords.tryOne(password, account?.passwordHash ?? null, {
    before: async () => {
      await throttle.refuseIfBlocked(counted)
      if (!isDone) await requireWork(parts, counted, tried)
    },
    failed: () => fail(new Refusal('unauthenticated', 'signIn')),
  })
  const viewer = isRight && account ? await lastAccount(parts, account.id) : undefined
  if (!viewer || !account) return fail(new Refusal('unauthenticated', 'signIn'))
  const wrong = await wrongSecondStep(parts, account, tried)
  if (wrong) return fail(wrong)
  await rememberPlace(db, account.uuid, { address, browser })
  // Whoever attacks the account from elsewhere is not let off by its person.
  if (counted.known !== undefined) await throttle.succeeded({ known: counted.known })
  else await throttle.succeeded({ account: account.uuid })
  return viewer
}

/** In the log of each company that the account is of; of whom there is none, in nobody's. */
async function noteFailure(db: Db, account: Account | undefined, address: string): Promise<void> {
  const trace = { action: 'signInFailed', entity: 'session' } as const
  if (!account) return audit(db, { id: null, companyId: null, address }, trace)
  return auditEach(db, { identityId: account.id, address, isNobody: true }, trace)
}

/** Signs in whoever has this passkey, whose machine saw that it is they: no password, and nothing that could be guessed. */
export async function loginByPasskey(parts: Parts, answer: PasskeyAnswer, place: Place): Promise<Viewer> {
  const { db } = parts
  const identityId = await takeAnswer(parts, answer, null)
  const isThem =
    identityId === undefined ? sql`false` : and(eq(users.id, identityId), eq(users.id, identities.id))
  const account = await signInOf(db, isThem)
  const viewer = account && (await lastAccount(parts, account.id))
  if (!viewer) {
    await noteFailure(db, account, place.address)
    throw new Refusal('unauthenticated', 'passkeyWrong')
  }
  await rememberPlace(db, account.uuid, place)
  return viewer
}
