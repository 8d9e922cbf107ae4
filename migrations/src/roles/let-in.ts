import { type Passwords, roleOf, services } from '@carewatch/platform/database/service-roles'
import pg from 'pg'

const LET_IN = `select format('alter role %I login password %L', $1::text, $2::text) as statement`

/** Lets services sign in with these passwords. Their roles belong to the whole server: so do the passwords. */
export async function letServicesIn(databaseUrl: string, passwords: Passwords): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    for (const service of services) {
      const password = passwords[service]
      if (password === undefined) continue
      const { rows } = await client.query<{ statement: string }>(LET_IN, [roleOf(service), password])
      await client.query(rows[0]?.statement ?? '').catch(unlessItIsOthersToSay)
    }
  } finally {
    await client.end()
  }
}

/** Where our user may not change roles, whoever made them gave them their passwords. */
function unlessItIsOthersToSay(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
}
