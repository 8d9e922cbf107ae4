import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Written = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute).default([]),
})
/** What OTLP's JSON holds of spans: https://github.com/open-telemetry/opentelemetry-proto, trace.proto. */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Written) })),
    }),
  ),
})

export type Collected = z.output<typeof Written> & { part: string }

/** A collector of traces on loopback: OTLP over HTTP, in JSON. */
export async function startCollector() {
  const spans: Collected[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of Export.parse(body).resourceSpans) {
        const name = resource.attributes.find(({ key }) => key === 'service.name')
        const part = String(name?.value['stringValue'])
        for (const { spans: some } of scopeSpans) spans.push(...some.map((span) => ({ ...span, part })))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // Safe: a TCP server's address is an object.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
