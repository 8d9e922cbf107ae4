import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '@carewatch/launcher/env'
import { sealAudit } from '@carewatch/platform/audit/seal'
import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import type { Installation } from '../open.ts'

export const PASSPHRASE = 'a passphrase of the tests'
/** Tried a thousand times as fast as one of an installation. */
const WORK = 8

export type Place = Installation & { client: pg.Client; end: () => Promise<void> }

/** An installation of a test, that locks by this secret; its folder has no secrets. */
export async function placeWith(secret: string): Promise<Place> {
  const database = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-company-'))
  const client = new pg.Client(database.url)
  await client.connect()
  return {
    ...database,
    env: readEnv({ DATABASE_URL: database.url, DATA_DIR: folder, JWT_SECRET: secret }),
    folder,
    client,
    end: async () => {
      await client.end()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

export const lockOf = (file: string) => ({ file, passphrase: PASSPHRASE, work: WORK })

/** What was filled in row by row has links of no chain. */
export async function sealAnew(client: pg.Client): Promise<void> {
  await client.query(
    'set session_replication_role = replica; delete from audit_seals; set session_replication_role = origin',
  )
  await sealAudit(client)
}

const TABLES = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`

/** Every row of every table, as one number each; `where`: of some rows alone. */
export async function sumsOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::int8), 0) as sum from "${name}" t`,
    )
    sums[name] = rows[0]?.sum ?? ''
  }
  return sums
}
