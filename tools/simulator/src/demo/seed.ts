import { hashPassword } from '@carewatch/platform/credentials/password'
import { onConnection } from '@carewatch/platform/database/client'
import pg from 'pg'
import type { Credentials } from '../credentials.ts'
import { DAY_MS } from '../physiology/local-time.ts'
import { writeAlarms } from './alarm-rows.ts'
import { writeCatalogue } from './catalogue-rows.ts'
import { makeCompany } from './company-rows.ts'
import { writeHistory } from './fact-rows.ts'
import { makeBeacons, makeGateways } from './room-rows.ts'
import { uniteAcross } from './two-companies.ts'
import { makeWatches } from './watch-rows.ts'
import type { Writer } from './writer.ts'

export const DEMO_PASSWORD = 'carewatch'
const HISTORY_DAYS = 56

/** Two starts at once take turns; any number, the same in every process. */
const LOCK = 20_260_102

async function hasCompanies({ client }: Writer): Promise<boolean> {
  const { rowCount } = await client.query('select from companies limit 1')
  return rowCount !== 0
}

async function makeDemo(writer: Writer, now: number): Promise<Credentials> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const companies = {
    demo: await makeCompany(writer, 'demo', passwordHash),
    other: await makeCompany(writer, 'other', passwordHash),
  }
  const worn = await makeWatches(writer, { companies, passwordHash, now })
  await uniteAcross(writer, { companies, worn, passwordHash })
  const gateways = await makeGateways(writer, companies)
  await makeBeacons(writer, companies, worn)
  await writeHistory(writer, worn, { from: now - HISTORY_DAYS * DAY_MS, to: now })
  await writeAlarms(writer, { companies, worn, now })
  await writeCatalogue(writer, now)
  return {
    watches: worn.map(({ imei, password, seed, name, home }) => ({ imei, password, seed, name, home })),
    gateways,
  }
}

/** Makes the demo if the database is empty, all of it or nothing. `keep` stores the credentials before the commit: a database without them would have a fleet nobody can run. */
export async function seedDemo(
  databaseUrl: string,
  now: number,
  keep: (credentials: Credentials) => void,
): Promise<'made' | 'already there'> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const writer = { client, db: onConnection(client) }
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    if (await hasCompanies(writer)) {
      await client.query('rollback')
      return 'already there'
    }
    keep(await makeDemo(writer, now))
    await client.query('commit')
    await client.query('analyze')
    return 'made'
  } finally {
    await client.end()
  }
}
