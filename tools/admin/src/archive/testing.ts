import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
} from 'node:fs'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { postgresIds } from '@carewatch/launcher/embedded-postgres/embedded-postgres'
import { systemFolder } from '@carewatch/launcher/embedded-postgres/reachable-binaries'
import { ROOT } from '@carewatch/launcher/env'

const run = promisify(execFile)

/** pgBackRest, and a PostgreSQL with its own programs, where both are installed; the one of npm has no `psql` and no `pg_ctl`. */
export function findArchivePrograms(): Programs | undefined {
  const pgbackrest = [process.env['PGBACKREST'] ?? '', '/usr/bin/pgbackrest'].find((path) => existsSync(path))
  const binaries = globSync('/usr/lib/postgresql/*/bin/pg_ctl').map(dirname).at(-1)
  return pgbackrest && binaries ? { pgbackrest, binaries } : undefined
}

type Programs = { pgbackrest: string; binaries: string }

/** A folder that PostgreSQL may enter, with the shipped script and configuration, and the environment that both take. */
function layFolder({ pgbackrest, binaries }: Programs) {
  const ids = postgresIds()
  const folder = mkdtempSync(join(systemFolder(), 'archive-'))
  const at = (name: string): string => join(folder, name)
  for (const name of ['archive', 'state', 'drill', 'locks', 'spool', 'socket', 'conf.d']) mkdirSync(at(name))
  for (const name of ['archive.sh', 'pgbackrest.conf'])
    copyFileSync(join(ROOT, 'deploy/archive', name), at(name))
  writeFileSync(at('conf.d/passphrase.conf'), '[global]\nrepo1-cipher-pass=of a test\n')
  chmodSync(folder, 0o755)
  for (const name of ['', 'archive', 'state', 'drill', 'locks', 'spool', 'socket'])
    if (ids) chownSync(at(name), ids.uid, ids.gid)
  const env = {
    PATH: [dirname(pgbackrest), binaries, process.env['PATH']].join(delimiter),
    LC_ALL: 'C.UTF-8',
    PGDATA: at('cluster'),
    PGHOST: at('socket'),
    PGPORT: '5432',
    PGUSER: 'carewatch',
    PGDATABASE: 'carewatch',
    ARCHIVE_STATE: at('state'),
    ARCHIVE_DRILL: at('drill'),
    LOOK_EVERY_SECONDS: '1',
    PGBACKREST_CONFIG: at('pgbackrest.conf'),
    PGBACKREST_CONFIG_INCLUDE_PATH: at('conf.d'),
    PGBACKREST_REPO1_PATH: at('archive'),
    PGBACKREST_LOCK_PATH: at('locks'),
    PGBACKREST_SPOOL_PATH: at('spool'),
  }
  return { at, as: { ...ids, env, cwd: folder } }
}

/** Where a pgBackRest lies that starts PostgreSQL when it is done. */
function startingFolder(at: (name: string) => string, pgbackrest: string): string {
  const folder = at('starting')
  mkdirSync(folder)
  const lines = [
    '#!/bin/bash',
    `'${pgbackrest}' "$@" || exit`,
    `case " $* " in *' restore '*) pg_ctl -D "$PGDATA" -l '${at('socket/log')}' -w start > /dev/null ;; esac`,
  ]
  writeFileSync(join(folder, 'pgbackrest'), `${lines.join('\n')}\n`, { mode: 0o755 })
  return folder
}

/** A PostgreSQL that archives, as docker-compose.archive.yml has it. */
export async function openArchived(programs: Programs) {
  const { at, as } = layFolder(programs)
  const { pgbackrest, binaries } = programs
  const [data, env] = [at('cluster'), as.env]
  const tool = (name: string, ...words: string[]) => run(join(binaries, name), words, as)
  await tool('initdb', '-D', data, '-U', 'carewatch', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
  const settings = [
    `unix_socket_directories = '${at('socket')}'`,
    "listen_addresses = ''",
    'archive_mode = on',
    `archive_command = 'pgbackrest --stanza=carewatch --pg1-path="$PGDATA" archive-push %p'`,
  ]
  appendFileSync(join(data, 'postgresql.conf'), `${settings.join('\n')}\n`)
  const start = () => tool('pg_ctl', '-D', data, '-l', at('socket/log'), '-w', 'start')
  const stop = () => tool('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
  await start()
  await tool('createdb', 'carewatch')
  const script = [at('archive.sh')]
  const children: ChildProcess[] = []
  return {
    data,
    url: `postgres://carewatch@${encodeURIComponent(at('socket'))}:5432/carewatch`,
    start,
    stop,
    /** The script's words on standard error; rejects where it ends with another status than 0. */
    archive: (words: readonly string[], more: Record<string, string> = {}) =>
      run('bash', [...script, ...words], { ...as, env: { ...env, ...more } }).then(({ stderr }) => stderr),
    info: async () => (await run(pgbackrest, ['info', '--output=json'], as)).stdout,
    /** For as long as it runs. */
    keep: () => {
      const child = spawn('bash', [...script, 'keep'], { ...as, stdio: 'ignore' })
      children.push(child)
      return {
        end: async (): Promise<void> => {
          child.kill('SIGTERM')
          if (child.exitCode === null) await once(child, 'exit')
        },
      }
    },
    state: (name: string): string =>
      existsSync(at(`state/${name}`)) ? readFileSync(at(`state/${name}`), 'utf8') : '',
    setState: (name: string, text: string): void => writeFileSync(at(`state/${name}`), text),
    /** Somebody starts PostgreSQL when the files of a restore lie there. */
    restoreWhileStarted: () => {
      const PATH = [startingFolder(at, pgbackrest), env.PATH].join(delimiter)
      return run('bash', [...script, 'restore', 'latest'], { ...as, env: { ...env, PATH } })
    },
    drillFolder: at('drill'),
    stateFolder: at('state'),
    close: async (): Promise<void> => {
      // Of a test that failed before it ended it.
      for (const child of children) child.kill('SIGKILL')
      await stop().catch(() => {})
      rmSync(as.cwd, { recursive: true, force: true })
    },
  }
}
