import { type FastifyInstance, fastify } from 'fastify'

const PREFIX = '/api/docs'

/** The reader of the document, by itself: its script is of 8 MB, in memory twice, and nobody needs it who does not read. */
async function createReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = fastify({ logger: false })
  await reader.register(scalar, {
    routePrefix: PREFIX,
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
  return reader
}

/** A page in which the OpenAPI document is read; made when somebody first asks for it. */
export function readDocumentation(app: FastifyInstance): void {
  let reader: Promise<FastifyInstance> | undefined
  app.get(PREFIX, { schema: { hide: true } }, (_, reply) =>
    reply.code(301).header('location', `${PREFIX}/`).send(),
  )
  app.get(`${PREFIX}/*`, { schema: { hide: true } }, async (request, reply) => {
    reader ??= createReader().catch((error: unknown) => {
      reader = undefined
      throw error
    })
    const answer = await (await reader).inject({ method: 'GET', url: request.url })
    if (answer.statusCode === 404) return reply.callNotFound()
    return reply
      .code(answer.statusCode)
      .type(answer.headers['content-type'] ?? 'text/plain')
      .send(answer.payload)
  })
}
