import pc from 'picocolors'
import { ancestors } from './ancestors.ts'

export type Close = () => Promise<unknown>

const LOOK_EVERY_MS = 1_000

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Runs until a signal comes or whoever started us is gone, and then closes what was opened, the newest first. */
export async function runUntilStopped(
  start: (onOpen: (close: Close) => void) => Promise<void>,
): Promise<void> {
  /** The way out, wherever the way in ended. */
  const toClose: Close[] = []
  let isStopping = false

  async function stop(code: number, why: string): Promise<void> {
    if (isStopping) return
    isStopping = true
    process.stdout.write(`\n  ${pc.dim(`${why}: stopping…`)}`)
    // What is opened meanwhile is closed too.
    for (let close = toClose.shift(); close; close = toClose.shift())
      await close().catch((error: unknown) => console.error(error))
    console.log(`\n  ${pc.green('✓')} stopped`)
    process.exit(code)
  }

  // When nobody reads any more, everything is closed all the same.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(0, signal))
  // Whoever started us is gone without a word (kill of npx or the terminal): nobody could stop us any more.
  const [parent, above] = [process.ppid, ancestors()]
  const isAlone = (): boolean => process.ppid !== parent || !above.every(isAlive)
  setInterval(() => isAlone() && void stop(0, 'whoever started this is gone'), LOOK_EVERY_MS).unref()

  try {
    await start((close) => toClose.unshift(close))
  } catch (error) {
    if (isStopping) return
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`\n  ${pc.red('Carewatch did not start.')} ${reason}\n`)
    await stop(1, 'failed')
  }
}
