import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { READER, READER_FILES, type ReaderFile } from './reader-files.ts'

/**
 * What the reader is made of: its script of 4 MB is in memory four times over while it is loaded, and to load it takes up to a second, in which nobody
 * else would be answered. So another thread does, once, which then ends.
 */
async function loadFiles(): Promise<readonly ReaderFile[]> {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url))
  // Safe: it posts nothing else.
  const [files] = (await once(worker, 'message')) as [ReaderFile[]]
  return files
}

/** A page in which the OpenAPI document is read; loaded when somebody first asks for it. */
export function readDocumentation(app: FastifyInstance): void {
  let loaded: Promise<readonly ReaderFile[]> | undefined
  app.get(READER, { schema: { hide: true } }, (_, reply) =>
    reply.code(301).header('location', `${READER}/`).send(),
  )
  for (const url of READER_FILES)
    app.get(url, { schema: { hide: true } }, async (_, reply) => {
      loaded ??= loadFiles().catch((error: unknown) => {
        loaded = undefined
        throw error
      })
      const file = (await loaded).find((one) => one.url === url)
      if (!file) return reply.callNotFound()
      const content = Buffer.from(file.content)
      // As a text the page is looked through for scripts that may run.
      return reply.type(file.type).send(file.type.startsWith('text/html') ? content.toString() : content)
    })
}
