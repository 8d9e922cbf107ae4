import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { claim } from '@carewatch/launcher/doorstep'
import { readSecrets, SecretsOfData, writeSecrets } from '@carewatch/launcher/secrets'
import { type Backup, backUp } from '@carewatch/migrations/backup/backup'
import { type Restored, restore } from '@carewatch/migrations/backup/restore'
import pg from 'pg'
import type { Installation } from '../open.ts'

type Place = Pick<Installation, 'env' | 'folder' | 'url'>

/** `carewatch-2026-11-22T02-30-00.backup` */
export const usualName = (now: Date): string =>
  `carewatch-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`

/** One file with every row and, unless they are to stay out, the secrets without which some of it cannot be read. */
export function makeBackup(
  { env, folder, url }: Place,
  file: string,
  { secrets }: { secrets: boolean },
): Promise<Backup> {
  mkdirSync(dirname(resolve(file)), { recursive: true })
  const { jwt, service, push } = readSecrets(folder)
  const kept = { jwt: env.JWT_SECRET ?? jwt, service, push }
  return backUp({ databaseUrl: url, file, secrets: secrets ? kept : undefined })
}

/** Brings it into an empty database; `replace`: into one emptied first, of all that it holds. */
export async function bringBack(
  { env, folder, url }: Place,
  file: string,
  { replace }: { replace: boolean },
): Promise<Restored & { hasSecrets: boolean }> {
  const leave = env.DATABASE_URL ? () => {} : claim(folder)
  try {
    if (replace) await emptyDatabase(url)
    const restored = await restore(url, file)
    const secrets = SecretsOfData.safeParse(restored.secrets)
    // The password of this machine's own database stays.
    if (secrets.success) writeSecrets(folder, { ...readSecrets(folder), ...secrets.data })
    return { ...restored, hasSecrets: secrets.success }
  } finally {
    leave()
  }
}

/** The database is made anew under its name: nobody may be connected who would notice. */
async function emptyDatabase(url: string): Promise<void> {
  const server = new URL(url)
  const name = decodeURIComponent(server.pathname.slice(1))
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href, application_name: 'restore' })
  await client.connect()
  try {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [name],
    )
    if (rows[0]?.others)
      throw new Error('Somebody is connected to the database: stop every part of Carewatch first.')
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
