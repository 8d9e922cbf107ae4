import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerNotFound } from './errors.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** The browser's own routes are all one page; a file or a call that is not there is not. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean => {
  // What is asked of a page, as a moment with its milliseconds, names no file.
  const [path = ''] = url.split('?')
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|mqtt|assets)(\/|$)/.test(path) &&
    (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null &&
    !/\.\w{1,12}$/.test(path)
  )
}

/** What is in the folder of assets, by its exact spelling. The library lists the folder for each file that it sends; here a name that it does not know does. */
function serveAssets(app: FastifyInstance, folder: string): void {
  let names = new Set(readdirSync(folder))
  const isThere = (name: string): boolean =>
    names.has(name) || (names = new Set(readdirSync(folder))).has(name)
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { schema: { hide: true } },
    ({ params: { name } }, reply) => {
      if (isThere(name)) reply.sendFile(`assets/${name}`)
      else reply.callNotFound()
    },
  )
}

/** The built web. Files named after their content are kept for ever, the page that names them is asked for each time. */
export async function webFiles(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const root = folder ? resolve(folder) : undefined
  const isBuilt = root !== undefined && existsSync(join(root, 'index.html'))
  if (isBuilt) {
    const assets = join(root, 'assets')
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      wildcard: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isNamedByContent = path.startsWith(assets)
        void reply.header('cache-control', isNamedByContent ? YEAR : 'no-cache')
      },
    })
    if (existsSync(assets)) serveAssets(app, assets)
  } else if (folder) app.log.warn('no built web to serve')

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    // Answered, not given back: fastify would wait for it once more, and Node warns of a response that so many wait for.
    if (isBuilt && isPage(request)) reply.sendFile('index.html')
    else answerNotFound(request, reply)
  })
}
