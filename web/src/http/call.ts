import type { Endpoint, Input, Reply } from '@carewatch/contracts/http/endpoint'
import { withoutUnseen } from '@carewatch/contracts/unseen'
import { REQUEST_TIMEOUT_MS } from '@carewatch/contracts/numbers'
import { z } from 'zod'
import { languageAtom } from '../i18n/language.ts'
import { store } from '../store.ts'
import { addressOf, type Fields } from './address.ts'
import { endedAtom } from './ended.ts'
import { Failure } from './failure.ts'
import { answered, lastKnown, noLongerKnown } from './last-known.ts'
import { counted } from './pending.ts'
import { dropToken, tokenAtom } from './token.ts'

export const Envelope = z.object({
  success: z.boolean(),
  message: z.string().catch(''),
  context: z.unknown(),
})
const FieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
const FailureContext = z.record(z.string(), z.unknown()).catch({})

/** What a caller gives: fields with a default may be left out. */
export type CallInput<E extends Endpoint> = {
  [Part in keyof Input<E>]: Part extends 'query'
    ? { [Name in keyof Input<E>[Part]]?: Input<E>[Part][Name] | undefined }
    : Input<E>[Part]
}

export const headers = (hasBody: boolean): Record<string, string> => {
  const token = store.get(tokenAtom)
  return {
    selectedLanguage: store.get(languageAtom),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(hasBody && { 'content-type': 'application/json' }),
  }
}

export function refused(status: number, envelope: z.output<typeof Envelope> | undefined): Failure {
  const fields = FieldErrors.safeParse(envelope?.context)
  return new Failure(status, envelope?.message || undefined, {
    fields: fields.data?.errors,
    context: FailureContext.parse(envelope?.context),
  })
}

async function answerOf(request: Promise<Response>): Promise<unknown> {
  const response = await request.catch(() => {
    throw new Failure(0)
  })
  const envelope = Envelope.safeParse(await response.json().catch(() => null)).data
  if (response.status === 401) {
    if (FailureContext.parse(envelope?.context)['ended'] === 'idle') store.set(endedAtom, 'idle')
    store.set(dropToken)
  }
  if (!response.ok || !envelope?.success) throw refused(response.status, envelope)
  return envelope.context
}

/** What is copied from our own screens brings marks along that nobody sees and no field takes; a password is what was typed. */
const asRead = (key: string, value: unknown): unknown =>
  typeof value === 'string' && !/password/i.test(key) ? withoutUnseen(value) : value

/** The only way to the server: one call of the contract, its answer decoded, or one `Failure`. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E>> {
  const { body } = input as { body?: unknown }
  return ask(endpoint, input, {
    headers: headers(body !== undefined),
    ...(endpoint.body &&
      body !== undefined && { body: JSON.stringify(z.encode(endpoint.body, body), asRead) }),
  })
}

/** The same for a call that takes files. */
export const sendForm = <E extends Endpoint & { multipart: true }>(
  endpoint: E,
  input: CallInput<E>,
  form: FormData,
): Promise<Reply<E>> => ask(endpoint, input, { headers: headers(false), body: form })

/** Not theirs any more, or not there any more. */
const GONE = new Set([403, 404])

/** What the server says now; where nobody answers, what it said last of the things worth keeping. */
async function contextOf(endpoint: Endpoint, address: string, request: Promise<Response>): Promise<unknown> {
  const askedWith = store.get(tokenAtom)
  try {
    const context = await counted(answerOf(request))
    // What comes after a sign-out is of who has gone.
    if (store.get(tokenAtom) === askedWith) answered(endpoint, address, context)
    return context
  } catch (error) {
    if (error instanceof Failure && GONE.has(error.status)) noLongerKnown(endpoint, address)
    const known =
      error instanceof Failure && error.status === 0 ? await lastKnown(endpoint, address) : undefined
    if (known === undefined) throw error
    return known
  }
}

async function ask<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  sent: Pick<RequestInit, 'headers' | 'body'>,
): Promise<Reply<E>> {
  const { params, query } = input as { params?: Fields; query?: Fields }
  const address = addressOf(endpoint, params, query)
  const request = fetch(address, {
    method: endpoint.method,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...sent,
  })
  const context = await contextOf(endpoint, address, request)
  const reply = z.safeDecode(endpoint.reply, context as never)
  if (!reply.success) throw new Failure(500)
  // Safe: decoded by the schema that Reply<E> is inferred from.
  return reply.data as Reply<E>
}
