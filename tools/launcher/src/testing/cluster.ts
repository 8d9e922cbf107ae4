import { mkdtempSync, chmodSync, existsSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { TEMPLATE } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { freePort } from '../ports.ts'
import { needHypertables, openBeside, openInstalled } from './installed-server.ts'
import { makeReady } from './ready-database.ts'
import { TEST_SETTINGS } from './server-settings.ts'
import { startTimescale } from './timescale-container.ts'

const SERVERS: Record<string, () => Promise<{ url: string; stop: () => Promise<unknown> }>> = {
  embedded: startEmbedded,
  timescale: startTimescale,
  installed: openInstalled,
}

function serverFor(asked = 'embedded'): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const start = SERVERS[asked]
  if (!start) throw new Error(`TEST_DATABASE takes ${Object.keys(SERVERS).join(', ')}.`)
  return start()
}

/** One PostgreSQL for the whole run, with a migrated template that every suite copies. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_POSTGRES_URL) return async () => {}
  const asked = process.env.TEST_DATABASE
  const { url, stop } = await serverFor(asked)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = url.replace(/\/postgres$/, `/${TEMPLATE}`)
  await makeReady(template)
  const isOnHypertables = asked !== undefined && asked !== 'embedded'
  if (isOnHypertables) await needHypertables(template)
  const beside = isOnHypertables ? undefined : await openBeside()
  if (beside) process.env.TEST_TIMESCALE_URL = beside.url
  process.env.TEST_POSTGRES_URL = url
  return async () => {
    await stop()
    await beside?.stop()
  }
}

const IN_MEMORY = '/dev/shm'
/** The databases of the files that run at once, and what PostgreSQL writes beside them, several times over. */
const ROOM_BYTES = 4 * 1024 ** 3

/** Files in memory where there is room: a copy of the template costs a third there of what it costs on a disk, and less yet while the disk is busy. */
function parentFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir()
}

/** Asked by a socket in its own folder: a statement costs a quarter less than by TCP, by which the other servers of the tests are asked. */
async function startEmbedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(parentFolder(), 'carewatch-test-'))
  chmodSync(folder, 0o755)
  const data = join(folder, 'postgres')
  const { port, stop } = await startPostgres({
    folder: data,
    port: await freePort(),
    password: 'test',
    settings: { ...TEST_SETTINGS, unix_socket_directories: '.' },
  })
  return {
    url: `postgres://carewatch:test@${encodeURIComponent(data)}:${port}/postgres`,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
