import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openRelational } from './client.ts'
import { type Passwords, type Service, urlOf } from './service-roles.ts'

/** Where the run's one cluster listens; set by the runner before any suite starts. */
const serverUrl = (): string => {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error("TEST_POSTGRES_URL is not set: run the tests by the project's own command.")
  return url
}

export const TEMPLATE = 'carewatch_template'

/** By which services sign in at the run's one cluster. */
export const TEST_PASSWORDS: Required<Passwords> = {
  broker: 'of the broker',
  rules: 'of the rules',
  api: 'of the api',
  auditor: 'of the auditor',
}

/** A database of a test, as this service asks it. */
export const asService = (databaseUrl: string, service: Service): string =>
  urlOf(databaseUrl, service, TEST_PASSWORDS[service])

const withDatabase = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

async function ask(statement: string, server = serverUrl()): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const OBJECT_IN_USE = '55006'

async function copyTemplate(name: string, template: string): Promise<void> {
  const copy = `create database ${name} template ${template} strategy file_copy`
  try {
    await ask(copy)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === OBJECT_IN_USE)) throw error
    await closeTemplate(template)
    await ask(copy)
  }
}

/** On a server with TimescaleDB its scheduler sits in every database that takes connections, and nobody may sit in one that is copied. */
const closeTemplate = (template: string): Promise<void> =>
  ask(`select pg_advisory_xact_lock(hashtext('${template}'));
    alter database ${template} with allow_connections false;
    select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)

/**
 * A template that is filled at most every `freshMs`: the newest one's name, or a new one's that `fill` has filled.
 * The suites that ask at once, in whichever process, wait for one of them to make it.
 */
export async function filledTemplate(
  prefix: string,
  freshMs: number,
  fill: (url: string) => Promise<unknown>,
): Promise<string> {
  const client = new pg.Client(serverUrl())
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [prefix])
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    const fresh = rows.find(({ name }) => Date.now() - Number(name.slice(prefix.length)) < freshMs)
    if (fresh) return fresh.name
    const name = `${prefix}${Date.now()}`
    // What one that failed has left.
    await client.query('drop database if exists filling with (force)')
    await copyTemplate('filling', TEMPLATE)
    await fill(withDatabase(serverUrl(), 'filling'))
    await closeTemplate('filling')
    await client.query(`alter database filling rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

/** Thousands of rows by one statement, on a busy machine. */
const FILLED_WITHIN_MS = 80_000

/** A database of its own for a suite, already migrated; gone when the suite ends. */
export async function testDatabase(template = TEMPLATE) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await copyTemplate(name, template)
  const url = withDatabase(serverUrl(), name)
  const { db, close } = openRelational(url, 4, FILLED_WITHIN_MS)
  return {
    url,
    db,
    drop: async () => {
      await close()
      await ask(`drop database if exists ${name} with (force)`)
    },
  }
}

/** A database that nobody has touched: no table, no row. On another server than the run's own where one is named, and made as SQL says. */
export async function emptyDatabase(server = serverUrl(), made = '') {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await ask(`create database ${name} ${made}`, server)
  return {
    url: withDatabase(server, name),
    drop: () => ask(`drop database if exists ${name} with (force)`, server),
  }
}
