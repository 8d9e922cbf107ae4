import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import type { TelemetryEnv } from './env.ts'
import { withFormerNames } from './former-names.ts'
import type { Health } from './health.ts'

type Exposed = { registry: Registry; health: Health }

/** A port of its own for whoever watches over this part. Answers where it listens, and how to end it. */
export async function serveTelemetry(
  { METRICS_PORT, METRICS_HOST }: Pick<TelemetryEnv, 'METRICS_PORT' | 'METRICS_HOST'>,
  exposed: Exposed,
): Promise<{ port: number; close: () => Promise<void> }> {
  if (METRICS_PORT === undefined) return { port: 0, close: async () => {} }
  const server = createServer((request, response) => {
    answer(request.url ?? '', response, exposed).catch(() => response.writeHead(500).end())
  })
  server.listen(METRICS_PORT, METRICS_HOST)
  await once(server, 'listening')
  return {
    // Safe: a TCP server's address is an object.
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(url: string, response: ServerResponse, { registry, health }: Exposed): Promise<void> {
  if (url === '/metrics') {
    const text = withFormerNames(await registry.metrics())
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  } else if (url === '/health/live') sendJson(response, 200, health.life())
  else if (url === '/health/ready') {
    const { isReady, needs } = await health.report()
    sendJson(response, isReady ? 200 : 503, needs)
  } else response.writeHead(404).end()
}

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
