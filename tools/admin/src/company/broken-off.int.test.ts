import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@carewatch/launcher/env'
import { fillHouse } from '@carewatch/migrations/testing/fill-house'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { examineDatabase } from '../doctor/database.ts'
import { exportCompany } from './export.ts'
import { clearCompanies, importCompany } from './import.ts'
import { lockOf, PASSPHRASE, type Place, placeWith, sealAnew, sumsOf } from './testing.ts'

const SECRET = 'the secret of both installations, long'
const SOON = { timeout: 60_000, interval: 50 }

let source: Place
let target: Place
let other: pg.Client
let file: string
let before: Record<string, string>
beforeAll(async () => {
  source = await placeWith(SECRET)
  target = await placeWith(SECRET)
  other = new pg.Client(target.url)
  await other.connect()
  const moved = await fillHouse(source.client)
  await fillHouse(target.client)
  await sealAnew(source.client)
  await sealAnew(target.client)
  file = join(source.folder, 'one.company')
  writeFileSync(join(source.folder, 'passphrase'), PASSPHRASE)
  await source.client.query(`update companies set code = 'MOVED' where id = $1`, [moved])
  await exportCompany(source, 'moved', lockOf(file))
  before = await sumsOf(target.client)
})
afterAll(async () => {
  await other.end()
  await source.end()
  await target.end()
})

/** The command as an operator types it. */
function admin(...words: string[]) {
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'tools/admin/src/main.ts'),
      'company',
      ...words,
      '--passphrase-file',
      join(source.folder, 'passphrase'),
    ],
    {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: target.url, DATA_DIR: target.folder, JWT_SECRET: SECRET },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  return { child, ended: once(child, 'close').then(() => output) }
}

const waiting = async (): Promise<number> =>
  (
    await target.client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'company' and wait_event_type = 'Lock'`,
    )
  ).rowCount ?? 0
const connected = async (): Promise<number> =>
  (
    await target.client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'company'`,
    )
  ).rowCount ?? 0

/** What the doctor says of them. */
const onTheirWay = async (): Promise<string[]> =>
  (await examineDatabase(target.url)).flatMap(({ what, why }) =>
    what === 'Companies on their way' ? why : [],
  )

/** Somebody holds a table that the import wants, so that it is killed there and nowhere else. */
async function killedAt(table: string): Promise<void> {
  await other.query('begin')
  await other.query(`lock table ${table} in share row exclusive mode`)
  const { child, ended } = admin('import', file)
  await vi.waitFor(async () => expect(await waiting()).toBe(1), SOON)
  child.kill('SIGKILL')
  await ended
  await other.query('rollback')
  await vi.waitFor(async () => expect(await connected()).toBe(0), SOON)
}

it.each(['positions', 'alarms'])(
  'of an import that is killed at %s nobody is shown anything, and nothing is left',
  async (table) => {
    await killedAt(table)
    const { rows } = await target.client.query(
      `select (select count(*)::int from companies where code = 'MOVED') as companies, (select count(*)::int from company_arrivals where arrived_at is null) as left,
      (select count(*)::int from readings r where not exists (select from devices d where d.id = r.device_id)) as readings`,
    )
    expect(rows).toEqual([{ companies: 0, left: 1, readings: 1 }])
    expect(await onTheirWay()).toEqual([expect.stringMatching(/^1: an import goes on, or was broken off/)])
    expect(await clearCompanies(target)).toBe(1)
    expect(await onTheirWay()).toEqual([])
    expect(await sumsOf(target.client)).toEqual(before)
  },
)

it('says what is left of an import whose database went away', async () => {
  await other.query('begin')
  await other.query('lock table positions in share row exclusive mode')
  const failed = importCompany(target, lockOf(file)).catch((error: Error) => error.message)
  await vi.waitFor(async () => expect(await waiting()).toBe(1), SOON)
  await target.client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'company'`,
  )
  await other.query('rollback')
  expect(await failed).toMatch(
    /What was stored is shown to nobody; the next import, or admin company clear, takes it away\.$/,
  )
  expect(await clearCompanies(target)).toBe(1)
  expect(await sumsOf(target.client)).toEqual(before)
})

it('takes back by itself what it stored, where the rest cannot come', async () => {
  await other.query(
    `create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
  )
  await other.query(
    'create trigger no_room before insert on duties for each row execute function refuse_it()',
  )
  const failed = importCompany(target, lockOf(file)).catch((error: Error) => error.message)
  expect(await failed).toBe('no room')
  await other.query('drop trigger no_room on duties; drop function refuse_it()')
  expect(await sumsOf(target.client)).toEqual(before)
})

it('comes after that all the same, and says what came', async () => {
  await killedAt('positions')
  expect(await admin('import', file, '--look').ended).toContain('Nothing is in its way.')
  expect(await admin('import', file).ended).toMatch(
    /^House \(MOVED\) is here as it was at .*: \d+ rows, all of them checked\.\n$/,
  )
  const { rows } = await target.client.query(
    `select (select count(*)::int from companies where code = 'MOVED') as companies, (select count(*)::int from company_arrivals where arrived_at is null) as left,
      (select count(*)::int from readings r where not exists (select from devices d where d.id = r.device_id)) as readings`,
  )
  expect(rows).toEqual([{ companies: 1, left: 0, readings: 0 }])
  expect(await admin('import', file, '--look').ended).toContain('the company is here already: House')
})
