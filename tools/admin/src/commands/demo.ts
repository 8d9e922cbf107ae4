import { makePassword } from '@carewatch/api/auth/passwords'
import { audit } from '@carewatch/api/access/audit'
import { auditEach } from '@carewatch/api/access/audit-each'
import { isAccount } from '@carewatch/api/access/identity'
import { endEverySession, endSessions } from '@carewatch/api/access/sessions'
import { claim } from '@carewatch/launcher/doorstep'
import { DEMO_ADDRESS, KNOWN_PASSWORD } from '@carewatch/launcher/production/demo-accounts'
import { hasOwnSecrets } from '@carewatch/launcher/secrets'
import { migrate } from '@carewatch/migrations/migrate'
import { users } from '@carewatch/migrations/schema/people'
import { hashPassword, isPassword } from '@carewatch/platform/credentials/password'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../acting.ts'
import type { Installation } from '../open.ts'
import { makeBackup, usualName } from './backup.ts'
import { replaceDatabase } from './replace-database.ts'

const isOfDemo = sql`lower(${users.email}) ~ ${DEMO_ADDRESS}`

const owners = alias(users, 'owners')
/** By their own address, or by that of what they sign in to several accounts by. */
const isOfDemoPerson = or(
  isOfDemo,
  sql`${users.identityId} in (select ${owners.id} from ${users} ${owners} where lower(${owners.email}) ~ ${DEMO_ADDRESS})`,
)

/** Nobody signs in any more as somebody of the demo, by whichever of their accounts; what real people have beside it stays. Answers how many accounts that were. */
export async function closeDemo({ db, folder }: Pick<Installation, 'db' | 'folder'>): Promise<number> {
  const closed = await db.transaction(async (tx) => {
    const rows = await tx
      .update(users)
      .set({ isActive: false, passwordHash: null })
      .where(and(isOfDemoPerson, isNull(users.deletedAt), eq(users.isActive, true)))
      .returning({ id: users.id, uuid: users.uuid, companyId: users.companyId, isAccount })
    const accounts = rows.filter((row) => row.isAccount)
    for (const { id, uuid, companyId } of accounts) {
      await endSessions(tx, id)
      const trace = { action: 'updated', entity: 'user', detail: { isActive: false } } as const
      await audit(tx, commandLine, { ...trace, uuid, companyId })
    }
    return accounts.length
  })
  // Without their passwords its watches are not worn by a program any more.
  rmSync(join(folder, 'demo-fleet.json'), { force: true })
  return closed
}

/**
 * An empty database in place of this one, which is in a backup first. Answers where that is: beside the data, which is not encrypted either; in
 * a container, which has no folder of data, where it works.
 */
export async function beginAnew(
  { env, folder, url }: Pick<Installation, 'env' | 'folder' | 'url'>,
  working = process.cwd(),
): Promise<string> {
  const leave = env.DATABASE_URL ? () => {} : claim(folder)
  try {
    const file = join(existsSync(folder) ? folder : working, usualName(new Date(), undefined))
    await makeBackup({ env, folder, url }, file, { secrets: hasOwnSecrets(folder), lock: undefined })
    await replaceDatabase(url, migrate)
    rmSync(join(folder, 'demo-fleet.json'), { force: true })
    return file
  } finally {
    leave()
  }
}

type Known = { id: number; email: string }

/** By what somebody signs in whose password everybody knows: of the demo, or to an account that administers everything. */
async function withKnownPassword(db: Db): Promise<Known[]> {
  const { id, email, passwordHash } = users
  const isSignIn = or(isNull(users.identityId), eq(users.identityId, users.id))
  const isAdmins = sql`exists (select from ${users} ${owners} where (${owners.id} = ${users.id} or ${owners.identityId} = ${users.id})
    and ${owners.role} = 'ADMIN' and ${owners.isActive} and ${owners.deletedAt} is null)`
  const rows = await db
    .select({ id, email, passwordHash })
    .from(users)
    .where(and(isNull(users.deletedAt), eq(users.isActive, true), isSignIn, or(isOfDemo, isAdmins)))
    .orderBy(asc(id))
  const known: Known[] = []
  for (const { passwordHash: hash, ...row } of rows)
    if (hash !== null && (await isPassword(KNOWN_PASSWORD, hash))) known.push(row)
  return known
}

/** One new password for everybody who has the one of our README, for all their accounts; shown once. */
export async function changeKnownPasswords({
  db,
}: Pick<Installation, 'db'>): Promise<{ emails: string[]; password: string }> {
  const known = await withKnownPassword(db)
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    for (const { id } of known) {
      await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
      await endEverySession(tx, { identityId: id })
      const who = { identityId: id, address: commandLine.address, isNobody: true }
      await auditEach(tx, who, { action: 'passwordSet', entity: 'user', detail: { made: true } })
    }
  })
  return { emails: known.map(({ email }) => email), password }
}
