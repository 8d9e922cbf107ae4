import { lookup as resolveName } from 'node:dns/promises'
import { type IncomingMessage, request as askPlainly, type RequestOptions } from 'node:http'
import { request as askSafely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookFault } from '@carewatch/contracts/webhooks'
import type { Networks } from './networks.ts'
import { hostOf, mayConnect } from './url.ts'

/** From the name to the first line of the answer. */
const WITHIN_MS = 10_000
/** An answer that says more in its head is no answer of a receiver. */
const HEAD_MAX = 8 * 1024

export type Answer = { status: number | null; fault: WebhookFault | null; retryAfterMs: number | null }

class NotAllowed extends Error {}

type Resolve = (name: string) => Promise<{ address: string; family: number }[]>
const resolveAll: Resolve = (name) => resolveName(name, { all: true })

export type Message = { url: string; headers: Record<string, string>; body: string }
export type Way = { own: Networks; resolve?: Resolve; withinMs?: number }

/**
 * Asks for the addresses of a name and lets the connection have them only if every one is allowed: it is made to what was looked at, and nobody
 * answers otherwise in between.
 */
function checkedLookup(url: URL, { own, resolve = resolveAll }: Way): LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (found) => {
        const [first] = found
        if (!first || !found.every(({ address }) => mayConnect(url, address, own)))
          return done(new NotAllowed('the receiver is not where it may be'), '', 0)
        return options.all ? done(null, found) : done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    )
  }
}

const ask = (url: URL, { headers, body }: Message, way: Way): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const host = hostOf(url)
    if (isIP(host) !== 0 && !mayConnect(url, host, way.own)) return reject(new NotAllowed('not allowed'))
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection of its own, to where it was looked at for this message.
      agent: false,
      lookup: checkedLookup(url, way),
      maxHeaderSize: HEAD_MAX,
      signal: AbortSignal.timeout(way.withinMs ?? WITHIN_MS),
    }
    const request = (url.protocol === 'https:' ? askSafely : askPlainly)(url, options, resolve)
    request.on('error', reject)
    request.end(body)
  })

const NAMES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'])
const IS_OF_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/

function faultOf(error: unknown): WebhookFault {
  if (error instanceof NotAllowed) return 'notAllowed'
  const { name, code = '' } = Object(error) as { name?: string; code?: string }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout'
  if (NAMES.has(code)) return 'notFound'
  return IS_OF_CERTIFICATE.test(code) ? 'certificate' : 'unreachable'
}

/** In seconds, or as a date. */
function retryAfterOf({ headers }: IncomingMessage, now: number): number | null {
  const asked = headers['retry-after']
  if (asked === undefined) return null
  const ms = /^\d{1,6}$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

const isTaken = (status: number): boolean => status >= 200 && status < 300
const isElsewhere = (status: number): boolean => status >= 300 && status < 400

/** Sends a message to a receiver. Only the first line of what it answers counts: nothing more is read, and it leads nowhere else. */
export async function post(message: Message, way: Way): Promise<Answer> {
  try {
    const answer = await ask(new URL(message.url), message, way)
    answer.on('error', () => {})
    answer.destroy()
    const status = answer.statusCode ?? 0
    const fault = isTaken(status) ? null : isElsewhere(status) ? 'redirected' : 'refused'
    return { status, fault, retryAfterMs: retryAfterOf(answer, Date.now()) }
  } catch (error) {
    return { status: null, fault: faultOf(error), retryAfterMs: null }
  }
}
