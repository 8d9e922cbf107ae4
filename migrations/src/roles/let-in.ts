import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type Passwords, roleOf, services } from '@carewatch/platform/database/service-roles'
import pg from 'pg'

const ROUNDS = 4_096

/** A password as PostgreSQL keeps it (RFC 5803): said so, it stands in no log of the server. */
export function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256')
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

/** Lets services sign in with these passwords. Their roles belong to the whole server: so do the passwords. */
export async function letServicesIn(databaseUrl: string, passwords: Passwords): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    for (const service of services) {
      const password = passwords[service]
      if (password === undefined) continue
      await client
        .query(`alter role ${roleOf(service)} login password '${verifierOf(password)}'`)
        .catch(unlessItIsOthersToSay)
    }
  } finally {
    await client.end()
  }
}

/** Where our user may not change roles, whoever made them gave them their passwords. */
function unlessItIsOthersToSay(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
}
