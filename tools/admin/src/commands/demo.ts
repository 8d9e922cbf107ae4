import { makePassword } from '@carewatch/api/auth/passwords'
import { endSessions } from '@carewatch/api/access/sessions'
import { audit } from '@carewatch/api/access/audit'
import { claim } from '@carewatch/launcher/doorstep'
import { DEMO_ADDRESS, KNOWN_PASSWORD } from '@carewatch/launcher/production/demo-accounts'
import { migrate } from '@carewatch/migrations/migrate'
import { users } from '@carewatch/migrations/schema/people'
import { hashPassword, isPassword } from '@carewatch/platform/credentials/password'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../acting.ts'
import type { Installation } from '../open.ts'
import { makeBackup, usualName } from './backup.ts'
import { replaceDatabase } from './replace-database.ts'

const isOfDemo = sql`lower(${users.email}) ~ ${DEMO_ADDRESS}`

/** Nobody signs in any more as somebody of the demo; what real people have beside it stays. Answers how many that were. */
export async function closeDemo({ db, folder }: Pick<Installation, 'db' | 'folder'>): Promise<number> {
  const closed = await db.transaction(async (tx) => {
    const accounts = await tx
      .update(users)
      .set({ isActive: false, passwordHash: null })
      .where(and(isOfDemo, isNull(users.deletedAt), eq(users.isActive, true)))
      .returning({ id: users.id, uuid: users.uuid, companyId: users.companyId })
    for (const { id, uuid, companyId } of accounts) {
      await endSessions(tx, id)
      await audit(tx, commandLine, {
        action: 'updated',
        entity: 'user',
        uuid,
        companyId,
        detail: { isActive: false },
      })
    }
    return accounts.length
  })
  // Without their passwords its watches are not worn by a program any more.
  rmSync(join(folder, 'demo-fleet.json'), { force: true })
  return closed
}

/** An empty database in place of this one, which is in a backup first. Answers where that is. */
export async function beginAnew({
  env,
  folder,
  url,
}: Pick<Installation, 'env' | 'folder' | 'url'>): Promise<string> {
  const leave = env.DATABASE_URL ? () => {} : claim(folder)
  try {
    const file = join(folder, usualName(new Date(), undefined))
    // Beside the data, which is not encrypted either.
    await makeBackup({ env, folder, url }, file, { secrets: true, lock: undefined })
    await replaceDatabase(url, migrate)
    rmSync(join(folder, 'demo-fleet.json'), { force: true })
    return file
  } finally {
    leave()
  }
}

type Known = { id: number; uuid: string; email: string; companyId: number | null }

async function withKnownPassword(db: Db): Promise<Known[]> {
  const { id, uuid, email, companyId, passwordHash } = users
  const rows = await db
    .select({ id, uuid, email, companyId, passwordHash })
    .from(users)
    .where(and(isNull(users.deletedAt), eq(users.isActive, true), or(isOfDemo, eq(users.role, 'ADMIN'))))
  const known: Known[] = []
  for (const { passwordHash: hash, ...row } of rows)
    if (hash !== null && (await isPassword(KNOWN_PASSWORD, hash))) known.push(row)
  return known
}

/** One new password for every account that has the one of our README; shown once. */
export async function changeKnownPasswords({
  db,
}: Pick<Installation, 'db'>): Promise<{ emails: string[]; password: string }> {
  const known = await withKnownPassword(db)
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    for (const { id, uuid, companyId } of known) {
      await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
      await endSessions(tx, id)
      await audit(tx, commandLine, {
        action: 'passwordSet',
        entity: 'user',
        uuid,
        companyId,
        detail: { made: true },
      })
    }
  })
  return { emails: known.map(({ email }) => email), password }
}
