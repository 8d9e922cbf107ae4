import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Below the range from which systems draw the ports of outgoing connections: a server that restarts must find its port again. */
const FIRST = 11_000
const LAST = 32_000
/** Whoever has a port may not listen there yet, or not at this moment: what was given once is given to no process of this machine meanwhile. */
const GIVEN = join(tmpdir(), `carewatch-ports-${process.getuid?.() ?? 'user'}`)
const GIVEN_MS = 3_600_000

/** Whether nobody listens there yet. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** The time as the disk tells it: a run whose own clock is set ahead would take every port for one that was given long ago. */
function nowAt(folder: string): number {
  const file = join(folder, 'now')
  writeFileSync(file, '')
  return statSync(file).mtimeMs
}

/** Notes that a port was given; false where it was given a while ago to somebody else. */
export function claimPort(port: number, folder = GIVEN): boolean {
  const file = join(folder, String(port))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (nowAt(folder) - since > GIVEN_MS) rmSync(file, { force: true })
    return false
  }
}

/** A port that was free a moment ago on this machine. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (claimPort(port) && (await isFree(port, host))) return port
  }
}
