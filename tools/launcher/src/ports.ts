import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range from which systems draw the ports of outgoing connections: a server that restarts must find its port again. */
const FIRST = 11_000
const LAST = 32_000
/** What was given once is not given again: whoever has it may not listen yet. */
const given = new Set<number>()

/** Whether nobody listens there yet. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** A port that was free a moment ago on this machine. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port, host)) return port
  }
}
