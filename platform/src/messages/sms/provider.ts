import { NotSent } from '../not-sent.ts'

export type Sms = {
  /** The delivery's own: a provider that knows it sends no second one. */
  id: string
  /** International, with the plus. */
  to: string
  text: string
}

/** Hands a text to a provider; answers the provider's own id of it, if it told one. */
export type SmsProvider = {
  (sms: Sms, signal: AbortSignal): Promise<string | null>
  close?: () => void
}

const SECOND = 1_000
const MOST_ANSWERED = 100_000

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const header = headers.get('retry-after')
  if (header === null) return undefined
  const ms = /^\d{1,6}$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now
  return ms > 0 ? ms : undefined
}

/** What a provider answered, as JSON; whatever is not a yes is told as what becomes of the message. */
export async function ask(url: string, init: RequestInit): Promise<unknown> {
  const lost = (error: unknown): never => {
    throw init.signal?.aborted ? new NotSent('timeout') : new NotSent('unreachable', { cause: error })
  }
  const answer = await fetch(url, { ...init, method: 'POST', redirect: 'error' }).catch(lost)
  const text = (await answer.text().catch(lost)).slice(0, MOST_ANSWERED)
  if (answer.ok) return parsed(text)
  const again = retryAfterMs(answer.headers)
  const isOurs = answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 429].includes(answer.status)
  throw new NotSent('refused', { isFinal: isOurs, ...(again !== undefined && { retryAfterMs: again }) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
