import { openRelational } from '@carewatch/platform/database/client'
import { hashPassword } from '@carewatch/platform/credentials/password'
import { users } from '@carewatch/migrations/schema/people'
import type { Env } from './env.ts'

/** The first administrator of an installation without a demo; nothing once there is anybody. */
export async function createFirstAdmin(
  databaseUrl: string,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Env,
): Promise<boolean> {
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return false
  const { db, close } = openRelational(databaseUrl, 1)
  try {
    const [somebody] = await db.select({ id: users.id }).from(users).limit(1)
    if (somebody) return false
    const passwordHash = await hashPassword(ADMIN_PASSWORD)
    await db
      .insert(users)
      .values({ firstName: 'Admin', userName: ADMIN_EMAIL, email: ADMIN_EMAIL, role: 'ADMIN', passwordHash })
    return true
  } finally {
    await close()
  }
}
