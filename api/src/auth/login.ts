import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { hashPassword, isPassword } from '@carewatch/migrations/password'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { loadViewer, type Viewer } from '../access/viewer.ts'
import { ACCOUNT_RULE, ADDRESS_RULE, createThrottle } from './throttle.ts'
import { createTurns } from './turns.ts'

type SignIn = { email: string; password: string; address: string }

/** Signs people in. Whether an account exists cannot be told from the text, the status or the time of the answer. */
export function createLogin(db: Db) {
  const accounts = createThrottle(ACCOUNT_RULE)
  const addresses = createThrottle(ADDRESS_RULE)
  const inTurn = createTurns({ atOnce: 2, waiting: 100 })
  const nobodysHash = hashPassword(crypto.randomUUID())

  async function accountOf(name: string) {
    const matches = or(sql`lower(${users.email}) = ${name}`, sql`lower(${users.userName}) = ${name}`)
    const [exact] = await db
      .select({ uuid: users.uuid, passwordHash: users.passwordHash })
      .from(users)
      .where(and(matches, eq(users.isActive, true), isNull(users.deletedAt)))
      // Somebody's user name may be somebody else's address: the address wins.
      .orderBy(sql`lower(${users.email}) = ${name} desc`)
      .limit(1)
    return exact
  }

  function refuseIfBlocked(name: string, address: string): void {
    const now = Date.now()
    if (accounts.isBlocked(name, now) || addresses.isBlocked(address, now))
      throw new Refusal('tooMany', 'signInLocked')
  }

  return async function login({ email, password, address }: SignIn): Promise<Viewer> {
    const name = email.toLowerCase()
    refuseIfBlocked(name, address)

    const account = await accountOf(name)
    const hash = account?.passwordHash ?? (await nobodysHash)
    const isRight = await inTurn(() => {
      // Again: a hundred guesses may have been let in before the first of them failed.
      refuseIfBlocked(name, address)
      return isPassword(password, hash)
    })
    const viewer = isRight && account?.passwordHash ? await loadViewer(db, account.uuid) : undefined
    if (!viewer) {
      accounts.failed(name, Date.now())
      addresses.failed(address, Date.now())
      throw new Refusal('unauthenticated', 'signIn')
    }
    accounts.succeeded(name)
    return viewer
  }
}
