import { Language } from '@carewatch/contracts/languages'
import { Refusal, type RefusalCode, refusals, type RefusalDetails } from '@carewatch/contracts/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldErrors, type FieldIssue, namedFields } from '../http/field-errors.ts'
import { challengeOf, FHIR_JSON, isOfFhir, outcomeOf } from '../http/fhir.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { write } from '@carewatch/contracts/messages/write'

/** What a database that is away or on its way down answers, one that only repeats what another writes, or one that ended one of two calls that waited for each other; and a call that waited for it too long. */
const AWAY =
  /^(FST_ERR_HANDLER_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|57P0[1-3]|53300|08\d\d\d|25006|40P01|40001)$/

type Failure = {
  code?: unknown
  cause?: unknown
  message?: unknown
  statusCode?: unknown
  validation?: unknown
}

/** A text that no database text can be, such as one with a NUL in it. */
const NOT_A_TEXT = /^(22021|22P05)$/

/** Drizzle wraps the driver's error; what happened stands in the innermost cause. */
const hasCode = (error: unknown, codes: RegExp): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as Failure
  return (typeof code === 'string' && codes.test(code)) || hasCode(cause, codes)
}

function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (hasCode(error, AWAY)) return true
  const { cause, message } = error as Failure
  if (
    typeof message === 'string' &&
    /^(Connection terminated|timeout exceeded when trying to connect|timeout expired)/.test(message)
  )
    return true
  return isDatabaseAway(cause)
}

/** When to come back, where nobody said when. */
const BACK_IN_SECONDS = 2

const STATUSES: Record<number, RefusalCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  405: 'wrongMethod',
  413: 'tooLarge',
  415: 'wrongMediaType',
  429: 'tooMany',
}

/** Fastify's and its plugins' own errors carry a status; below 500 they are the caller's. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isDatabaseAway(error)) return new Refusal('unavailable')
  if (hasCode(error, NOT_A_TEXT)) return new Refusal('invalid')
  const { statusCode } = error as Failure
  if (typeof statusCode !== 'number' || statusCode >= 500) return undefined
  return new Refusal(STATUSES[statusCode] ?? 'invalid')
}

const FAULT = 500

const failure = (status: number, message: string, context: unknown) => ({
  success: false,
  status,
  message,
  context,
})

export const refusalText = (language: Language, key: string, values?: RefusalDetails['values']): string =>
  write(language, `refusal.${key}`, values) ?? 'Request Failed'

type Context = { errors: Record<string, string> } | { reason: string } | RefusalDetails['context'] | null

/** What a program needs to know of a refusal: which fields, or which rule of the business. */
function contextOf(error: unknown, language: Language): Context {
  if (error instanceof InvalidFields)
    return { ...error.details.context, errors: namedFields(error.fields, language) }
  if (error instanceof Refusal && error.code === 'conflict')
    return { ...error.details.context, reason: error.key }
  if (error instanceof Refusal && error.details.context) return error.details.context
  const { validation } = error as Failure
  // Safe: only the type provider's validator fills this field.
  if (Array.isArray(validation)) return { errors: fieldErrors(validation as FieldIssue[], language) }
  return null
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { language } = request
  const refusal = refusalOf(error)
  if (!refusal) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    return answer(request, reply, {
      code: 'fault',
      text: refusalText(language, 'requestFailed'),
      context: null,
    })
  }
  if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'database away')
  const status = refusals[refusal.code]
  const { values, retryAfterSeconds = status === 503 ? BACK_IN_SECONDS : undefined } = refusal.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const text = refusalText(language, refusal.key, values)
  return answer(request, reply, { code: refusal.code, text, context: contextOf(error, language) })
}

type Refused = { code: RefusalCode | 'fault'; text: string; context: Context }

/** In the form of whoever asked: FHIR has one of its own. */
function answer(request: FastifyRequest, reply: FastifyReply, { code, text, context }: Refused) {
  const status = code === 'fault' ? FAULT : refusals[code]
  if (!isOfFhir(request)) return send(reply, failure(status, text, context))
  if (code === 'unauthenticated') reply.header('www-authenticate', challengeOf(request))
  // Safe: where there are such, they are texts by their names.
  const fields = context && 'errors' in context ? (context.errors as Record<string, string>) : {}
  const outcome = outcomeOf({ code, text, fields })
  return reply
    .code(status)
    .type(FHIR_JSON)
    .send(Buffer.from(JSON.stringify(outcome)))
}

/** Written as text: an answer's schema describes its success only. */
const send = (reply: FastifyReply, body: ReturnType<typeof failure>) =>
  reply.code(body.status).type('application/json; charset=utf-8').send(JSON.stringify(body))

/** The one place where a refusal or a fault becomes an answer. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  answerError(new Refusal('notFound'), request, reply)

/** An address that is none is refused before any hook runs: the same answer, with its headers put on here. */
export function answerBadAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const asked = Language.safeParse(request.headers.selectedlanguage)
  const text = refusalText(asked.data ?? 'en', 'invalid')
  void reply
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
  void send(reply, failure(400, text, null))
}
