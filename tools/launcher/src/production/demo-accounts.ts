import { isPassword } from '@carewatch/platform/credentials/password'
import pg from 'pg'
import type { Env } from '../env.ts'
import { isReached } from './address.ts'
import type { Refusal } from './refusal.ts'

/** As README and the first lines of `start` say it, to everybody. */
export const KNOWN_PASSWORD = 'carewatch'

/** Nobody has a mailbox there (RFC 2606): whoever has such an address is of the demo. A pattern of PostgreSQL's. */
export const DEMO_ADDRESS = '@(demo|other)[.]test$'

const COMMAND = 'npx --yes pnpm@12 admin'

type Account = { email: string; hash: string | null; isOfDemo: boolean }

/** Whom anything lets in that could be signed in to with the known password, and whether there is anybody beside the demo. Who has several accounts signs in to them by a row of its own. */
const ACCOUNTS = `
select i.email, i.password_hash as hash, lower(i.email) ~ $1 as "isOfDemo"
from users i where (i.identity_id is null or i.identity_id = i.id) and i.deleted_at is null
  and exists (select from users a where (a.id = i.id or a.identity_id = i.id) and a.identity_id is distinct from a.id
    and a.deleted_at is null and a.is_active and (lower(i.email) ~ $1 or a.role = 'ADMIN'))
order by i.id limit 200`
const OTHERS = `
with people as (select u.role, u.company_id, u.deleted_at, lower(coalesce(i.email, u.email)) ~ $1 as is_of_demo
  from users u left join users i on i.id = u.identity_id)
select exists (select from people where deleted_at is null and not is_of_demo and role <> 'ADMIN')
  or exists (select from companies c where c.deleted_at is null and not exists (select from people where company_id = c.id and is_of_demo)) as others`

/** What of the demo stands where it must not, or is open to whoever read our README. */
export async function openDemo(
  env: Pick<Env, 'DEMO' | 'HOST'> & Partial<Env>,
  databaseUrl: string,
): Promise<Refusal[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows: accounts } = await client.query<Account>(ACCOUNTS, [DEMO_ADDRESS])
    const ofDemo = accounts.filter(({ isOfDemo }) => isOfDemo)
    if (env.DEMO === false && ofDemo.length > 0) {
      const { rows } = await client.query<{ others: boolean }>(OTHERS, [DEMO_ADDRESS])
      const why = `the database holds the demo, whose ${ofDemo.length} accounts anybody could sign in with, and DEMO=false`
      return [{ why, mend: rows[0]?.others ? `${COMMAND} close-demo` : `${COMMAND} begin-anew` }]
    }
    if (!isReached(env)) return []
    const known = await Promise.all(
      accounts.map(async ({ hash }) => hash !== null && (await isPassword(KNOWN_PASSWORD, hash))),
    )
    const count = known.filter(Boolean).length
    if (count === 0) return []
    const why = `${count} accounts have the password "${KNOWN_PASSWORD}", which everybody knows, and others reach this installation (HOST=${env.HOST}${env.PUBLIC_URL ? `, PUBLIC_URL=${env.PUBLIC_URL}` : ''})`
    return [{ why, mend: `${COMMAND} change-known-passwords` }]
  } finally {
    await client.end()
  }
}
