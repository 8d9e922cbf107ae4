import type { Endpoint, Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Language } from '@carewatch/contracts/languages'
import { Refusal } from '@carewatch/contracts/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Sessions } from '../access/sessions.ts'
import type { Viewer } from '../access/viewer.ts'

/** What a verb may know of the call beside its input. */
export type Asked = { language: Language; address: string }

type Answer<E extends Endpoint, Result> = (input: Input<E>, viewer: Viewer, asked: Asked) => Promise<Result>

export type Serve = {
  <E extends Endpoint>(endpoint: E, answer: Answer<E, Reply<E>>): void
  /** For anyone, signed in or not. */
  toAnyone: <E extends Endpoint>(
    endpoint: E,
    answer: (input: Input<E>, asked: Asked) => Promise<Reply<E>>,
  ) => void
  /** For large answers: the verb writes `context` as JSON itself, to the same contract. */
  written: <E extends Endpoint>(endpoint: E, answer: Answer<E, string>) => void
}

const envelope = (context: z.ZodType) =>
  z.object({ success: z.boolean(), status: z.int(), message: z.string(), context })

const inputOf = <E extends Endpoint>(request: FastifyRequest): Input<E> =>
  // Safe: fastify has just decoded these three with this endpoint's own schemas.
  ({ params: request.params, query: request.query, body: request.body }) as Input<E>

const askedOf = ({ language, ip }: FastifyRequest): Asked => ({ language, address: ip })

/** At most this many public calls a minute from one address. */
const PUBLIC_CALLS_A_MINUTE = 300

function schemaOf({ params, query, body, reply, summary, path, allow }: Endpoint) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: envelope(reply) },
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(allow !== 'anyone' && { security: [{ bearer: [] }] }),
  }
}

/** Binds contract endpoints to the functions that answer them. */
export function bindServe(app: FastifyInstance, sessions: Sessions): Serve {
  const bind = (endpoint: Endpoint, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) => {
    const { method, path, allow } = endpoint
    app.route({
      method,
      url: path,
      schema: schemaOf(endpoint),
      ...(allow === 'anyone' && {
        config: { rateLimit: { max: PUBLIC_CALLS_A_MINUTE, timeWindow: '1 minute' } },
      }),
      onRequest: async (request) => {
        if (allow === 'anyone') return
        const viewer = await sessions.viewerOf(request.headers.authorization)
        request.viewer = viewer
        if (allow !== 'signedIn' && !allow.includes(viewer.role)) throw new Refusal('forbidden')
      },
      handler: async (request, reply) => handler(request, reply),
    })
  }

  const success = (context: unknown) => ({ success: true, status: 200, message: '', context })

  const serve = <E extends Endpoint>(endpoint: E, answer: Answer<E, Reply<E>>) =>
    bind(endpoint, async (request) =>
      success(await answer(inputOf<E>(request), viewerOf(request), askedOf(request))),
    )

  return Object.assign(serve, {
    toAnyone: <E extends Endpoint>(
      endpoint: E,
      answer: (input: Input<E>, asked: Asked) => Promise<Reply<E>>,
    ) => bind(endpoint, async (request) => success(await answer(inputOf<E>(request), askedOf(request)))),
    written: <E extends Endpoint>(endpoint: E, answer: Answer<E, string>) =>
      bind(endpoint, async (request, reply) => {
        const context = await answer(inputOf<E>(request), viewerOf(request), askedOf(request))
        return reply
          .type('application/json; charset=utf-8')
          .send(`{"success":true,"status":200,"message":"","context":${context}}`)
      }),
  })
}

function viewerOf({ viewer }: FastifyRequest): Viewer {
  if (!viewer) throw new Refusal('unauthenticated')
  return viewer
}
