import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Asked = { path: string; headers: Record<string, string | string[] | undefined>; body: string }
export type Answer = { status?: number; headers?: Record<string, string>; body?: unknown }

/** `silent`: no answer at all; `stalled`: one that begins and does not go on; `broken`: one that is cut off. */
type Fault = 'silent' | 'stalled' | 'broken'

/** A provider on loopback that keeps what it was asked and answers as it is set to. */
export async function startHttpProvider() {
  const asked: Asked[] = []
  let answer: Answer | Fault = {}
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ path: request.url ?? '', headers: request.headers, body })
      if (answer === 'silent') return
      if (answer === 'stalled' || answer === 'broken') {
        const isBroken = answer === 'broken'
        response.writeHead(200, { 'content-length': '100' })
        response.write('{', () => void (isBroken && response.destroy()))
        return
      }
      const { status = 200, headers = {}, body: content = {} } = answer
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof content === 'string' ? content : JSON.stringify(content))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answerWith: (next: Answer | Fault): void => void (answer = next),
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type HttpProvider = Awaited<ReturnType<typeof startHttpProvider>>
