import { emptyBody, type Endpoint } from '@carewatch/contracts/http/endpoint'
import { z } from 'zod'

const envelope = (context: z.ZodType) =>
  z.object({
    success: z.literal(true),
    status: z.literal(200),
    message: z.string().meta({ examples: [''] }),
    context,
  })

const noQuery = z.strictObject({})

/** What fastify checks and documents of an endpoint: what it does not name is refused. */
export function schemaOf({
  method,
  params,
  query,
  body,
  reply,
  summary,
  path,
  allow,
  byKey,
  byKeyBeside = [],
  smart,
  file,
  multipart,
}: Endpoint) {
  return {
    ...(params && { params }),
    querystring: query ?? noQuery,
    ...((method === 'POST' || method === 'PUT') && { body: body ?? emptyBody }),
    ...(!file && { response: { 200: envelope(reply) } }),
    ...(file && { produces: [...file] }),
    ...(multipart && { consumes: ['multipart/form-data'] }),
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(allow !== 'anyone' && {
      security: [
        { bearer: [] },
        ...(byKey === null ? [] : [{ apiKey: [byKey, ...byKeyBeside] }]),
        ...(smart === undefined ? [] : [{ smart: smart === 'any' ? [] : [`system/${smart}`] }]),
      ],
    }),
  }
}
