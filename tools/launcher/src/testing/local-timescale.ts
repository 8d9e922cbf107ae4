import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresIds } from '../embedded-postgres/embedded-postgres.ts'
import pg from 'pg'
import { freePort } from '../ports.ts'
import { flagsOf, TEST_SETTINGS } from './server-settings.ts'

const READY_WITHIN_MS = 30_000
const PASSWORD = 'carewatch'

/** Where Debian and the makers of PostgreSQL's own packages put a server; the newest that has the extension. */
export function findTimescale(): string | undefined {
  const libraries = globSync('/usr/lib/postgresql/*/lib/timescaledb.so').toSorted().toReversed()
  return libraries
    .map((library) => join(dirname(dirname(library)), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** A server of the tests' own from installed programs, with the extension loaded; nothing of it is kept. */
export async function startLocalTimescale(
  binaries: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const ids = postgresIds()
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-timescale-'))
  chmodSync(folder, 0o755)
  if (ids) chownSync(folder, ids.uid, ids.gid)
  const data = join(folder, 'data')
  const as = { ...ids, cwd: '/', env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  // As everywhere else a role needs its password: what a wrong one opens would show nowhere.
  const password = join(folder, 'password')
  writeFileSync(password, PASSWORD)
  const auth = ['--auth=scram-sha-256', `--pwfile=${password}`]
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'carewatch', ...auth, '--encoding=UTF8', '--locale=C.UTF-8', '-N'],
    { ...as, stdio: 'ignore' },
  )
  const port = await freePort()
  const flags = flagsOf({
    ...TEST_SETTINGS,
    shared_preload_libraries: 'timescaledb',
    listen_addresses: '127.0.0.1',
    // Each database of it has a scheduler of its own.
    max_worker_processes: '128',
    'timescaledb.max_background_workers': '64',
    'timescaledb.telemetry_level': 'off',
    max_locks_per_transaction: '256',
  })
  const log = openSync(join(folder, 'log'), 'a')
  const server = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), '-k', '', ...flags], {
    ...as,
    stdio: ['ignore', log, log],
  })
  const url = `postgres://carewatch:${PASSWORD}@127.0.0.1:${port}/postgres`
  await untilItAnswers(url, server)
  return {
    url,
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; ; await wait(100)) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > until || server.exitCode !== null) throw error
    }
  }
}
