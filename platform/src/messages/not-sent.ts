import type { DeliveryReason } from '@carewatch/contracts/escalation'

type How = {
  /** Trying again would be in vain: the next channel's turn. */
  isFinal?: boolean
  /** How long the provider asks to be left alone. */
  retryAfterMs?: number
  cause?: unknown
}

/** Why a message did not go: one word of ours, never the provider's own text, which may quote an address. */
export class NotSent extends Error {
  readonly reason: DeliveryReason
  readonly isFinal: boolean
  readonly retryAfterMs: number | null

  constructor(reason: DeliveryReason, { isFinal = false, retryAfterMs, cause }: How = {}) {
    super(`not sent: ${reason}`, { cause })
    this.reason = reason
    this.isFinal = isFinal
    this.retryAfterMs = retryAfterMs ?? null
  }
}
