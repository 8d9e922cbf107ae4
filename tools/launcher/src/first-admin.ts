import { hashPassword } from '@carewatch/platform/credentials/password'
import { openRelational } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { isNull, sql } from 'drizzle-orm'
import type { Env } from './env.ts'
import { DEMO_ADDRESS, KNOWN_PASSWORD } from './production/demo-accounts.ts'
import { refusalText } from './production/refusal.ts'

const CREATE_ADMIN = 'npx --yes pnpm@12 admin create-admin'

/** Who is there beside the demo: an account with this address, and administrators who may sign in. */
const thereIs = (address: string) => ({
  isTaken: sql<boolean>`bool_or(lower(${users.email}) = lower(${address}) or lower(${users.userName}) = lower(${address}))`,
  isAdmin: sql<boolean>`bool_or(lower(${users.email}) = lower(${address}) and ${users.role} = 'ADMIN' and ${users.isActive})`,
  admins: sql<number>`(count(*) filter (where ${users.role} = 'ADMIN' and ${users.isActive} and lower(${users.email}) !~ ${DEMO_ADDRESS}))::int`,
})

/**
 * The administrator of an installation without a demo that has none. Answers what whoever started should know; refuses where one was asked for and
 * nobody could sign in.
 */
export async function createFirstAdmin(
  databaseUrl: string,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<string | undefined> {
  const { db, close } = openRelational(databaseUrl, 1)
  try {
    const [found] = await db
      .select(thereIs(ADMIN_EMAIL ?? ''))
      .from(users)
      .where(isNull(users.deletedAt))
    const { isTaken, isAdmin, admins } = { isTaken: false, isAdmin: false, admins: 0, ...found }
    if (isAdmin) return undefined
    if (!ADMIN_EMAIL || !ADMIN_PASSWORD)
      return admins > 0
        ? undefined
        : `Nobody can sign in: ADMIN_EMAIL and ADMIN_PASSWORD make an administrator, or: ${CREATE_ADMIN} EMAIL`
    if (admins > 0)
      return `ADMIN_EMAIL is nobody who administers, and was not made: there are ${admins} administrators. To make one all the same: ${CREATE_ADMIN} ${ADMIN_EMAIL}`
    if (isTaken)
      throw new Error(
        refusalText([
          {
            why: 'the administrator of ADMIN_EMAIL cannot be made: somebody else has that address',
            mend: `${CREATE_ADMIN} ANOTHER_EMAIL`,
          },
        ]),
      )
    if (ADMIN_PASSWORD.toLowerCase() === KNOWN_PASSWORD)
      throw new Error(
        refusalText([
          {
            why: 'everybody knows this ADMIN_PASSWORD',
            mend: 'ADMIN_PASSWORD=$(openssl rand -base64 18) npx --yes pnpm@12 start',
          },
        ]),
      )
    const passwordHash = await hashPassword(ADMIN_PASSWORD)
    await db
      .insert(users)
      .values({ firstName: 'Admin', userName: ADMIN_EMAIL, email: ADMIN_EMAIL, role: 'ADMIN', passwordHash })
    return undefined
  } finally {
    await close()
  }
}
