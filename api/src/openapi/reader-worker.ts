import { parentPort } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import { fastify } from 'fastify'
import { READER, READER_FILES, type ReaderFile } from './reader-files.ts'

const reader = fastify({ logger: false })
await reader.register(scalar, {
  routePrefix: READER,
  configuration: {
    url: '/api/openapi.json',
    withDefaultFonts: false,
    // Nothing here asks anybody outside.
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    defaultOpenAllTags: false,
  },
})

const files: ReaderFile[] = []
for (const url of READER_FILES) {
  const { statusCode, headers, rawPayload } = await reader.inject({ method: 'GET', url })
  if (statusCode !== 200) throw new Error(`the reader answers ${statusCode} at ${url}`)
  files.push({ url, type: headers['content-type'] ?? 'text/plain', content: rawPayload })
}
parentPort?.postMessage(files)
