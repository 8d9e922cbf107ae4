import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  id: string
  headers: IncomingHttpHeaders
  body: string
  message: { type: string; timestamp: string; data: Record<string, never> }
  at: number
}
type Answer = (received: Received, response: ServerResponse) => void

const take: Answer = (_, response) => void response.writeHead(204).end()

/** A receiver of webhooks, as a partner has one; `answer` says what it does with what comes. */
export async function startReceiver(port = 0) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => {})
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const { headers } = request
      const id = String(headers['webhook-id'])
      const one: Received = { id, headers, body, message: JSON.parse(body) as never, at: Date.now() }
      received.push(one)
      receiver.answer(one, response)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const address = server.address() as AddressInfo
  const receiver = {
    received,
    answer: take,
    take,
    port: address.port,
    url: `http://127.0.0.1:${address.port}/hook?secret=of-the-partner`,
    types: (): string[] => received.map(({ message }) => message.type),
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
