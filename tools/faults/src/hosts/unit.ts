import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLogFile } from '@carewatch/launcher/logs/log-files'
import { ROOT } from '@carewatch/launcher/env'

const AGAIN_MS = 1_000
const ENDS_WITHIN_MS = 8_000

export type UnitOptions = {
  name: string
  command: readonly string[]
  env?: Record<string, string>
  logs: string
  /** Where its process id is to be found. */
  pidFile?: string
}

/** The process and whatever it started. */
export function familyOf(pid: number): number[] {
  try {
    const children = execFileSync('pgrep', ['-P', String(pid)])
      .toString()
      .trim()
      .split('\n')
      .map(Number)
    return [pid, ...children.flatMap(familyOf)]
  } catch {
    return [pid]
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended meanwhile.
    }
  }
}

/** A program that is started again a second after it ended, as systemd does by `Restart=always`. */
export function createUnit({ name, command, env = {}, logs, pidFile }: UnitOptions) {
  let child: ChildProcess | undefined
  let isWanted = false
  let again: NodeJS.Timeout | undefined

  function start(): void {
    isWanted = true
    const log = openLogFile(join(logs, `${name}.log`))
    const [file = '', ...words] = command
    const started = spawn(file, words, {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: '/tmp', NODE_ENV: 'production', ...env },
      stdio: ['ignore', log, log],
      detached: true,
    })
    started.on('error', () => {})
    started.on('exit', () => {
      if (child !== started || !isWanted) return
      again = setTimeout(start, AGAIN_MS)
    })
    child = started
    if (pidFile) writeFileSync(pidFile, String(started.pid))
  }

  const isRunning = (): boolean => child?.exitCode === null && child.signalCode === null

  return {
    name,
    start,
    pid: (): number | undefined => (isRunning() ? child?.pid : undefined),
    /** It, and what it started. */
    signal: (signal: NodeJS.Signals): void => signalAll(child?.pid ? familyOf(child.pid) : [], signal),
    /** As with its machine: nobody starts it again. */
    forget(): void {
      isWanted = false
      clearTimeout(again)
    },
    async stop(): Promise<void> {
      isWanted = false
      clearTimeout(again)
      const ending = child
      if (!ending?.pid || !isRunning()) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      const family = familyOf(ending.pid)
      signalAll(family, 'SIGCONT')
      ending.kill('SIGTERM')
      const force = setTimeout(() => signalAll(family, 'SIGKILL'), ENDS_WITHIN_MS)
      await ended
      clearTimeout(force)
    },
  }
}
export type Unit = ReturnType<typeof createUnit>
