import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, postgresIds, startPostgres } from './embedded-postgres/embedded-postgres.ts'
import { isReachable, systemFolder } from './embedded-postgres/reachable-binaries.ts'
import { letServicesIn } from '@carewatch/migrations/roles/let-in'
import { giveToOwner, ownerIfGiven } from '@carewatch/migrations/roles/owner'
import pg from 'pg'
import type { Secrets } from './secrets.ts'
import { freePort } from './ports.ts'

const NAME = 'carewatch'

/** Two cores and a few gigabytes; everything that keeps the promise of a commit is left on. */
export const DATABASE_SETTINGS = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  wal_buffers: '16MB',
  max_connections: '120',
  jit: 'off',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // Its log holds what happened to the server. What became of a statement our parts log themselves, without the values of people that it names.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Where PostgreSQL may keep its files: beside the data, or, where its user cannot go, in the system's folder under a name of this data folder's own. */
function folderFor(dataFolder: string): string {
  const beside = join(dataFolder, 'postgres')
  if (!postgresIds() || isReachable(beside)) return beside
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  const parent = join(systemFolder(), name)
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  return join(parent, 'postgres')
}

const LOOK_EVERY_MS = 300

/** The embedded database, started or found running, and started again whenever it dies. */
export async function openDatabase(
  dataFolder: string,
  secrets: Secrets,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (postgresIds()) openForPostgres(dataFolder)
  const options = { folder: folderFor(dataFolder), password: secrets.postgres, settings: DATABASE_SETTINGS }
  let database = await startPostgres({ ...options, port: await freePort() })
  const { port } = database
  let isStarting = false
  const watch = setInterval(() => {
    if (isStarting || isRunning(database)) return
    isStarting = true
    startPostgres({ ...options, port })
      .then((restarted) => (database = restarted))
      .catch((error: unknown) => console.error('PostgreSQL did not come back yet:', error))
      .finally(() => (isStarting = false))
  }, LOOK_EVERY_MS)

  const superuser = await createOnce(port, secrets)
  return {
    url: await giveAway(superuser, secrets),
    stop: () => {
      clearInterval(watch)
      return database.stop()
    },
  }
}

/** The embedded database for a while: one that runs is left running, one that does not is stopped again. */
export async function borrowDatabase(
  dataFolder: string,
  secrets: Secrets,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (postgresIds()) openForPostgres(dataFolder)
  const options = { folder: folderFor(dataFolder), password: secrets.postgres, settings: DATABASE_SETTINGS }
  const { port, attached, stop } = await startPostgres({ ...options, port: await freePort() })
  const superuser = await createOnce(port, secrets)
  // Beside parts of the version before the database stays as it is.
  const url = await (attached ? ownerIfGiven(superuser, secrets.migration) : giveAway(superuser, secrets))
  return { url, close: async () => (attached ? undefined : stop()) }
}

/** As root the data folder must let PostgreSQL's user through to its own folder; the secrets in it are files of mode 600. */
function openForPostgres(dataFolder: string): void {
  mkdirSync(dataFolder, { recursive: true })
  chmodSync(dataFolder, 0o711)
}

/** Answers where the server's own user signs in, who does nothing but what follows here. */
async function createOnce(port: number, { postgres }: Secrets): Promise<string> {
  const server = `postgres://carewatch:${encodeURIComponent(postgres)}@127.0.0.1:${port}`
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME])
  if (!rowCount) await client.query(`create database ${NAME}`)
  await client.end()
  return `${server}/${NAME}`
}

/** The parts and the owner sign in as themselves from here on. */
async function giveAway(superuser: string, { database, migration }: Secrets): Promise<string> {
  const url = await giveToOwner(superuser, migration)
  await letServicesIn(superuser, database)
  return url
}
