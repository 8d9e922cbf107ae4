import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
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

async function startEmbedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-test-'))
  chmodSync(folder, 0o755)
  const { port, stop } = await startPostgres({
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: 'test',
    settings: TEST_SETTINGS,
  })
  return {
    url: `postgres://carewatch:test@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
