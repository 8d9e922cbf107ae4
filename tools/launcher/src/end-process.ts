import type { ChildProcess } from 'node:child_process'

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

/** Asks a process to end, and ends it when it takes longer than that. */
export async function endProcess(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return
  await new Promise<void>((resolve) => {
    const kill = setTimeout(() => child.kill('SIGKILL'), withinMs)
    child.once('exit', () => {
      clearTimeout(kill)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
