import type { DeliveryReason, MessageStanding } from '@carewatch/contracts/escalation'
import { BrokenCircuitError } from 'cockatiel'
import { NotSent } from '@carewatch/platform/messages/not-sent'

/** After the first, the second and the third try. */
const RETRY_MS = [5_000, 30_000, 120_000]

/** A message that was claimed more often than it may be tried ended whoever sent it, each time: it must not end the next one too. */
export const isUsedUp = (attempts: number): boolean => attempts > RETRY_MS.length + 1

export type Outcome =
  | { state: 'SENT'; providerId: string | null; shows: MessageStanding | null }
  | {
      state: 'QUEUED'
      reason: DeliveryReason
      againInMs: number
      isUrgent?: boolean
      /** Nobody was asked, because the provider is known to be down: it was no try. */
      isSpared?: boolean
    }
  | { state: 'FAILED'; reason: DeliveryReason; isUrgent?: boolean }
  | { state: 'SUPPRESSED'; reason: DeliveryReason }

/** A call for help is sent as soon as the provider is back, however long it was away. */
const LOOK_AGAIN_MS = 2_000

export const spared = (): Outcome => ({
  state: 'QUEUED',
  reason: 'unreachable',
  againInMs: LOOK_AGAIN_MS,
  isUrgent: true,
  isSpared: true,
})

/** What becomes of a message whose try failed: again a little later, as the provider asks, or given up. */
export function afterFailure(
  error: unknown,
  attempts: number,
): Extract<Outcome, { state: 'QUEUED' | 'FAILED' }> {
  const { reason, isFinal, retryAfterMs } = notSent(error)
  const pause = RETRY_MS[attempts - 1]
  if (isFinal || pause === undefined) return { state: 'FAILED', reason }
  return { state: 'QUEUED', reason, againInMs: Math.max(pause, retryAfterMs ?? 0) }
}

export function notSent(error: unknown): NotSent {
  if (error instanceof NotSent) return error
  if (error instanceof BrokenCircuitError) return new NotSent('unreachable')
  const { name } = Object(error) as { name?: unknown }
  return new NotSent(name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'unreachable')
}
