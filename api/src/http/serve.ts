import type { Readable } from 'node:stream'
import type { Endpoint, Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Language } from '@carewatch/contracts/languages'
import { messageText } from '@carewatch/contracts/messages/catalogue'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import type { Resource } from '@medplum/fhirtypes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKeys } from '../access/api-keys.ts'
import type { Sessions } from '../access/sessions.ts'
import { viewingOf } from '../access/viewing-of.ts'
import type { Caller } from '../access/viewer.ts'
import type { ViewingLog } from '../access/viewing-log.ts'
import { createBind } from './bind.ts'
import { FHIR_JSON } from './fhir.ts'

/** A call nobody has signed in for. */
export type Stranger = { language: Language; address: string; userAgent: string | undefined }

export type FileAnswer = { body: Readable | Buffer; mediaType: string; fileName: string }

/** A step of an export in bulk, with what its head says. */
export type BulkAnswer = {
  status: number
  headers: Record<string, string>
  mediaType: string
  body: Readable | string
}

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
  /** A file that anyone may see. */
  fileToAnyone: <E extends Endpoint>(
    endpoint: E,
    answer: (input: Input<E>, stranger: Stranger) => Promise<FileAnswer>,
  ) => void
  /** A resource of FHIR, as it is. */
  fhir: <E extends Endpoint>(endpoint: E, answer: Answer<E, Resource>) => void
  bulk: <E extends Endpoint>(endpoint: E, answer: Answer<E, BulkAnswer>) => void
  fhirToAnyone: <E extends Endpoint>(endpoint: E, answer: (input: Input<E>) => Promise<Resource>) => void
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

type Parts = { sessions: Sessions; apiKeys: ApiKeys; db: Db; viewings: ViewingLog }

/** Binds contract endpoints to the functions that answer them; who was shown whom is noted when they have. */
export function bindServe(app: FastifyInstance, { viewings, ...parts }: Parts): Serve {
  const bind = createBind(app, parts)

  async function answered<E extends Endpoint, Result>(
    endpoint: E,
    request: FastifyRequest,
    answer: (input: Input<E>, caller: Caller, request: FastifyRequest) => Promise<Result>,
  ): Promise<Result> {
    const [input, caller] = [inputOf<E>(request), signedIn(request)]
    const reply = await answer(input, caller, request)
    for (const viewing of viewingOf(endpoint, { reply, input })) viewings.note(caller, viewing)
    return reply
  }

  const success = ({ done }: Endpoint, { language }: FastifyRequest, context: unknown) => {
    // Safe: it takes what its own endpoint answers.
    const id = typeof done === 'function' ? done(context as never) : done
    return { success: true, status: 200, message: id ? (messageText(language, id) ?? '') : '', context }
  }

  const serve = <E extends Endpoint>(endpoint: E, answer: Answer<E, Reply<E>>) =>
    bind(endpoint, async (request) => success(endpoint, request, await answered(endpoint, request, answer)))

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
        const context = await answered(endpoint, request, answer)
        return reply
          .type('application/json; charset=utf-8')
          .send(`{"success":true,"status":200,"message":"","context":${context}}`)
      }),
    file: <E extends Endpoint>(endpoint: E, answer: Answer<E, FileAnswer>) =>
      bind(endpoint, async (request, reply) => sendFile(reply, await answered(endpoint, request, answer))),
    fileToAnyone: <E extends Endpoint>(
      endpoint: E,
      answer: (input: Input<E>, stranger: Stranger) => Promise<FileAnswer>,
    ) =>
      bind(endpoint, async (request, reply) =>
        sendFile(reply, await answer(inputOf<E>(request), strangerOf(request))),
      ),
    fhir: <E extends Endpoint>(endpoint: E, answer: Answer<E, Resource>) =>
      bind(endpoint, async (request, reply) =>
        sendResource(reply, await answered(endpoint, request, answer)),
      ),
    bulk: <E extends Endpoint>(endpoint: E, answer: Answer<E, BulkAnswer>) =>
      bind(endpoint, async (request, reply) => sendBulk(reply, await answered(endpoint, request, answer))),
    fhirToAnyone: <E extends Endpoint>(endpoint: E, answer: (input: Input<E>) => Promise<Resource>) =>
      bind(endpoint, async (request, reply) => sendResource(reply, await answer(inputOf<E>(request)))),
    upload: <E extends Endpoint>(
      endpoint: E,
      answer: (input: Input<E>, caller: Caller, request: FastifyRequest) => Promise<Reply<E>>,
    ) =>
      bind(endpoint, async (request) =>
        success(endpoint, request, await answered(endpoint, request, answer)),
      ),
  })
}

const sendFile = (reply: FastifyReply, { body, mediaType, fileName }: FileAnswer) =>
  reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"`)
    .send(body)

const sendResource = (reply: FastifyReply, resource: Resource) =>
  reply.type(FHIR_JSON).send(Buffer.from(JSON.stringify(resource)))

const sendBulk = (reply: FastifyReply, { status, headers, mediaType, body }: BulkAnswer) =>
  reply
    .code(status)
    .headers(headers)
    .type(mediaType)
    .send(typeof body === 'string' ? Buffer.from(body) : body)

function signedIn({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Refusal('unauthenticated')
  return caller
}
