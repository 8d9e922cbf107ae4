import type { Readable } from 'node:stream'
import type { Endpoint, Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Language } from '@carewatch/contracts/languages'
import { messageText } from '@carewatch/contracts/messages/catalogue'
import { Refusal } from '@carewatch/contracts/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sessions } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import { schemaOf } from './schema.ts'

/** A call nobody has signed in for. */
export type Stranger = { language: Language; address: string; userAgent: string | undefined }

export type FileAnswer = { body: Readable | Buffer; mediaType: string; fileName: string }

type Answer<E extends Endpoint, Result> = (input: Input<E>, caller: Caller) => Promise<Result>

export type Serve = {
  <E extends Endpoint>(endpoint: E, answer: Answer<E, Reply<E>>): void
  /** For anyone, signed in or not. */
  toAnyone: <E extends Endpoint>(
    endpoint: E,
    answer: (input: Input<E>, stranger: Stranger) => Promise<Reply<E>>,
  ) => void
  /** For large answers: the verb writes `context` as JSON itself, to the same contract. */
  written: <E extends Endpoint>(endpoint: E, answer: Answer<E, string>) => void
  /** A download: a stream is sent as it comes. */
  file: <E extends Endpoint>(endpoint: E, answer: Answer<E, FileAnswer>) => void
  /** What comes as multipart/form-data: the verb reads the files off the request. */
  upload: <E extends Endpoint>(
    endpoint: E,
    answer: (input: Input<E>, caller: Caller, request: FastifyRequest) => Promise<Reply<E>>,
  ) => void
}

const inputOf = <E extends Endpoint>(request: FastifyRequest): Input<E> =>
  // Safe: fastify has just decoded these three with this endpoint's own schemas.
  ({ params: request.params, query: request.query, body: request.body }) as Input<E>

const strangerOf = ({ language, ip, headers }: FastifyRequest): Stranger => ({
  language,
  address: ip,
  userAgent: headers['user-agent'],
})

/** At most this many public calls a minute from one address, where the endpoint says nothing narrower. */
const PUBLIC_LIMIT = { calls: 300, minutes: 1 }

function limitOf({ allow, limit }: Endpoint) {
  const applied = limit ?? (allow === 'anyone' ? PUBLIC_LIMIT : undefined)
  if (!applied) return {}
  return {
    config: {
      rateLimit: {
        max: applied.calls,
        timeWindow: applied.minutes * 60_000,
        // Who asks is known only after the token was looked at.
        hook: allow === 'anyone' ? ('onRequest' as const) : ('preHandler' as const),
        keyGenerator: ({ caller, ip }: FastifyRequest) => caller?.uuid ?? ip,
      },
    },
  }
}

async function callerOf(request: FastifyRequest, sessions: Sessions): Promise<Caller> {
  const { uuid, viewer } = await sessions.ofHeader(request.headers.authorization)
  return { ...viewer, sessionUuid: uuid, address: request.ip, language: request.language }
}

function refuseUnlessAllowed({ allow, beforePasswordChange }: Endpoint, caller: Caller): void {
  if (allow !== 'anyone' && allow !== 'signedIn' && !allow.includes(caller.role))
    throw new Refusal('forbidden')
  if (caller.mustChangePassword && !beforePasswordChange) throw new Refusal('forbidden', 'mustChangePassword')
}

/** Binds contract endpoints to the functions that answer them. */
export function bindServe(app: FastifyInstance, sessions: Sessions): Serve {
  const bind = (endpoint: Endpoint, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) => {
    const { method, path, allow } = endpoint
    app.route({
      method,
      url: path,
      schema: schemaOf(endpoint),
      ...limitOf(endpoint),
      onRequest: async (request) => {
        if (allow === 'anyone') return
        request.caller = await callerOf(request, sessions)
        refuseUnlessAllowed(endpoint, request.caller)
      },
      handler: async (request, reply) => handler(request, reply),
    })
  }

  const success = ({ done }: Endpoint, { language }: FastifyRequest, context: unknown) => ({
    success: true,
    status: 200,
    message: done ? (messageText(language, done) ?? '') : '',
    context,
  })

  const serve = <E extends Endpoint>(endpoint: E, answer: Answer<E, Reply<E>>) =>
    bind(endpoint, async (request) =>
      success(endpoint, request, await answer(inputOf<E>(request), signedIn(request))),
    )

  return Object.assign(serve, {
    toAnyone: <E extends Endpoint>(
      endpoint: E,
      answer: (input: Input<E>, stranger: Stranger) => Promise<Reply<E>>,
    ) =>
      bind(endpoint, async (request) =>
        success(endpoint, request, await answer(inputOf<E>(request), strangerOf(request))),
      ),
    written: <E extends Endpoint>(endpoint: E, answer: Answer<E, string>) =>
      bind(endpoint, async (request, reply) => {
        const context = await answer(inputOf<E>(request), signedIn(request))
        return reply
          .type('application/json; charset=utf-8')
          .send(`{"success":true,"status":200,"message":"","context":${context}}`)
      }),
    file: <E extends Endpoint>(endpoint: E, answer: Answer<E, FileAnswer>) =>
      bind(endpoint, async (request, reply) => {
        const { body, mediaType, fileName } = await answer(inputOf<E>(request), signedIn(request))
        return reply
          .type(mediaType)
          .header('content-disposition', `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"`)
          .send(body)
      }),
    upload: <E extends Endpoint>(
      endpoint: E,
      answer: (input: Input<E>, caller: Caller, request: FastifyRequest) => Promise<Reply<E>>,
    ) =>
      bind(endpoint, async (request) =>
        success(endpoint, request, await answer(inputOf<E>(request), signedIn(request), request)),
      ),
  })
}

function signedIn({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Refusal('unauthenticated')
  return caller
}
