import type { WebhookDeliveryState, WebhookPause } from '@carewatch/contracts/webhooks'
import type { Answer } from '../receiver/post.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY_MS = 24 * HOUR

/** After the first try, the second, and so on; the last pause again and again until the day is over. */
const PAUSES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR]
/** However long a receiver asks us to wait. */
const LONGEST_WAIT_MS = HOUR

const GONE = 410

export type Outcome = {
  state: WebhookDeliveryState
  againInMs: number
  /** The webhook as a whole is not sent to any more. */
  pause: WebhookPause | null
}

type Tried = { attempts: number; triedSince: Date; lastSentAt: Date | null }

/** What becomes of a message by what its receiver answered. */
export function outcomeOf(answer: Answer, { attempts, triedSince, lastSentAt }: Tried, now: number): Outcome {
  if (answer.fault === null) return { state: 'SENT', againInMs: 0, pause: null }
  if (answer.status === GONE) return { state: 'QUEUED', againInMs: 0, pause: 'gone' }
  if (now - triedSince.getTime() >= DAY_MS) {
    // Where others went through meanwhile, it is this one alone that is not taken.
    const isAlone = lastSentAt !== null && lastSentAt > triedSince
    return isAlone
      ? { state: 'FAILED', againInMs: 0, pause: null }
      : { state: 'QUEUED', againInMs: 0, pause: 'failing' }
  }
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? 0
  const asked = Math.min(answer.retryAfterMs ?? 0, LONGEST_WAIT_MS)
  return { state: 'QUEUED', againInMs: Math.max(pause, asked), pause: null }
}
