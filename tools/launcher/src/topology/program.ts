import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openLogFile } from '../logs/log-files.ts'

type Program = {
  name: string
  command: string[]
  env?: Record<string, string>
  logs: string
  /** Where it listens once it is ready. */
  port: number
}

const READY_WITHIN_MS = 10_000

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** A neighbour that is not ours: Redis, HAProxy. Resolves when it listens. */
export async function startProgram({ name, command, env, logs, port }: Program) {
  const log = openLogFile(join(logs, `${name}.log`))
  const [file = '', ...given] = command
  const child = spawn(file, given, {
    stdio: ['ignore', log, log],
    // Its clock is its own: Redis does not start under a changed one.
    env: { ...process.env, LD_PRELOAD: undefined, ...env },
    detached: true,
  })
  const until = Date.now() + READY_WITHIN_MS
  while (!(await isListening(port))) {
    if (Date.now() > until || child.exitCode !== null)
      throw new Error(`${name} did not start; its reasons are in ${join(logs, `${name}.log`)}`)
    await wait(50)
  }
  return {
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    stop: async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
