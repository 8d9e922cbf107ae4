import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { endProcess, hasEnded } from './end-process.ts'
import { COMPILE_CACHE, ROOT } from './env.ts'
import { openLogFile } from './logs/log-files.ts'

const FIRST_RESTART_MS = 200
const LAST_RESTART_MS = 1_500
const STEADY_MS = 10_000
const KILL_AFTER_MS = 4_000

export type PartOptions = {
  name: string
  /** From the project's root: the program and its arguments. */
  program: string[]
  env: Record<string, string | undefined>
  logs: string
  /** How long it may take to end when it is asked to. */
  endMs?: number
  onCrash: (name: string, code: number | null) => void
}

/** What decides which programs are found, and what time it is. */
const INHERITED = ['PATH', 'HOME', 'TZ', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC']

const inherited = (): Record<string, string | undefined> => ({
  ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: COMPILE_CACHE,
})

/** One of our processes: started, watched, started again when it dies, ended when asked. */
export function createPart({ name, program, env, logs, endMs = KILL_AFTER_MS, onCrash }: PartOptions) {
  let child: ChildProcess | undefined
  let isStopping = false
  let restartMs = FIRST_RESTART_MS
  let restart: NodeJS.Timeout | undefined

  function spawnChild(): ChildProcess {
    const log = openLogFile(join(logs, `${name}.log`))
    return spawn(process.execPath, program, {
      cwd: ROOT,
      env: { ...inherited(), ...env },
      stdio: ['ignore', log, log, 'ipc'],
      // A group of its own, so that Ctrl-C reaches the launcher alone, which ends the parts in order.
      detached: true,
    })
  }

  /** Resolves when the process says that it is ready. */
  function start(): Promise<void> {
    isStopping = false
    return new Promise((resolve, reject) => {
      const started = Date.now()
      const spawned = spawnChild()
      child = spawned
      spawned.once('message', () => resolve())
      spawned.once('error', reject)
      spawned.once('exit', (code) => {
        reject(
          new Error(`${name} ended before it was ready; its reasons are in ${join(logs, `${name}.log`)}`),
        )
        if (isStopping || child !== spawned) return
        onCrash(name, code)
        restartMs =
          Date.now() - started > STEADY_MS ? FIRST_RESTART_MS : Math.min(restartMs * 2, LAST_RESTART_MS)
        restart = setTimeout(() => void start().catch(() => {}), restartMs)
      })
    })
  }

  async function stop(): Promise<void> {
    isStopping = true
    clearTimeout(restart)
    if (child) await endProcess(child, endMs)
  }

  /** As a machine that loses its power, and stays dark until it is started again. */
  function kill(): void {
    isStopping = true
    clearTimeout(restart)
    child?.kill('SIGKILL')
  }

  const isRunning = (): boolean => child !== undefined && !hasEnded(child)

  return { name, start, stop, kill, pid: (): number | undefined => (isRunning() ? child?.pid : undefined) }
}

export type Part = ReturnType<typeof createPart>
