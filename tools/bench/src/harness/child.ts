import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
const READY_WITHIN_MS = 30_000
const END_WITHIN_MS = 6_000

export type Child = { pid: number; ask: (question: string) => Promise<unknown>; end: () => Promise<void> }

/** Starts a program of ours and waits until it says `ready`. */
export async function startChild(
  program: string,
  env: Record<string, string>,
  execArgv: string[] = [],
): Promise<Child> {
  const child = fork(join(ROOT, program), {
    env: { ...process.env, ...env },
    execArgv,
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await ready(child, program)
  return {
    pid: child.pid ?? 0,
    ask: async (question) => {
      const answered = once(child, 'message')
      child.send(question)
      return (await answered)[0]
    },
    end: () => end(child),
  }
}

async function ready(child: ChildProcess, program: string): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code} before it was ready`)
  })
  const late = AbortSignal.timeout(READY_WITHIN_MS)
  ended.catch(() => {})
  await Promise.race([once(child, 'message', { signal: late }), ended])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
  await ended
  clearTimeout(impatient)
}

/** A program of the system's, when it is installed. */
export function startSystemProgram(command: string, args: string[]): Pick<Child, 'pid' | 'end'> {
  const child = spawn(command, args, { stdio: 'ignore' })
  return { pid: child.pid ?? 0, end: () => end(child) }
}
