import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerNotFound } from './errors.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** The browser's own routes are all one page; a file or a call that is not there is not. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|mqtt|assets)(\/|$|\?)/.test(url) &&
  (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null &&
  !/\.\w{1,12}(\?|$)/.test(url)

/** The built web. Files named after their content are kept for ever, the page that names them is asked for each time. */
export async function webFiles(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const root = folder ? resolve(folder) : undefined
  const isBuilt = root !== undefined && existsSync(join(root, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      wildcard: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isNamedByContent = path.startsWith(join(root, 'assets'))
        void reply.header('cache-control', isNamedByContent ? YEAR : 'no-cache')
      },
    })
  else if (folder) app.log.warn('no built web to serve')

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
    isBuilt && isPage(request) ? reply.sendFile('index.html') : answerNotFound(request, reply),
  )
}
