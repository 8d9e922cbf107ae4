import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openRelational } from './client.ts'

/** Where the run's one cluster listens; set by the runner before any suite starts. */
const serverUrl = (): string => {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error("TEST_POSTGRES_URL is not set: run the tests by the project's own command.")
  return url
}

export const TEMPLATE = 'carewatch_template'

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

async function copyTemplate(name: string): Promise<void> {
  const copy = `create database ${name} template ${TEMPLATE} strategy file_copy`
  try {
    await ask(copy)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === OBJECT_IN_USE)) throw error
    await closeTemplate()
    await ask(copy)
  }
}

/** On a server with TimescaleDB its scheduler sits in every database that takes connections, and nobody may sit in one that is copied. */
const closeTemplate = (): Promise<void> =>
  ask(`select pg_advisory_xact_lock(hashtext('${TEMPLATE}'));
    alter database ${TEMPLATE} with allow_connections false;
    select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`)

/** A database of its own for a suite, already migrated; gone when the suite ends. */
export async function testDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await copyTemplate(name)
  const url = withDatabase(serverUrl(), name)
  const { db, close } = openRelational(url, 4)
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
