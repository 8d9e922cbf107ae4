import { TEMPLATE } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { findTimescale, startLocalTimescale } from './local-timescale.ts'

type Server = { url: string; stop: () => Promise<void> }

/** For `TEST_DATABASE=installed`: the run's one server has the timescaledb extension. It is at TEST_DATABASE_URL, where we may create databases, or is started from what is installed here. */
export async function openInstalled(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL
  const binaries = findTimescale()
  if (!url && binaries) return startLocalTimescale(binaries)
  if (!url)
    throw new Error(
      'TEST_DATABASE=installed takes an installed TimescaleDB, or TEST_DATABASE_URL, postgres://user@host:port/postgres.',
    )
  await forgetTemplate(url)
  return { url, stop: () => forgetTemplate(url) }
}

/** Beside a usual run: a server for what is only true of hypertables, where the extension is installed; a loud word where it is not. */
export async function openBeside(): Promise<Server | undefined> {
  const binaries = findTimescale()
  if (binaries) return startLocalTimescale(binaries)
  process.stdout.write(
    '\n  NOT TESTED: hypertables. No TimescaleDB is installed here; TEST_DATABASE=timescale runs everything on one in a container.\n\n',
  )
  return undefined
}

async function forgetTemplate(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`drop database if exists ${TEMPLATE} with (force)`)
  await client.end()
}

/** A run that was asked for hypertables and has none would prove nothing. */
export async function needHypertables(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'timescaledb'",
  )
  await client.end()
  if (!rows[0])
    throw new Error(
      'This server has no TimescaleDB (timescaledb in shared_preload_libraries, licence timescale): nothing would be tested on it.',
    )
  process.stdout.write(`  on TimescaleDB ${rows[0].version}\n`)
}
