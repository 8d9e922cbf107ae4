import { describe, expect, it } from 'vitest'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import { afterFailure } from './outcome.ts'

describe('a message that did not go', () => {
  it('is tried again after 5, 30 and 120 seconds, then given up', () => {
    const tries = [1, 2, 3, 4].map((attempts) => afterFailure(new NotSent('refused'), attempts))
    expect(tries).toEqual([
      { state: 'QUEUED', reason: 'refused', againInMs: 5_000 },
      { state: 'QUEUED', reason: 'refused', againInMs: 30_000 },
      { state: 'QUEUED', reason: 'refused', againInMs: 120_000 },
      { state: 'FAILED', reason: 'refused' },
    ])
  })

  it('waits as long as the provider asks, and never shorter than we would', () => {
    expect(afterFailure(new NotSent('refused', { retryAfterMs: 60_000 }), 1)).toMatchObject({
      againInMs: 60_000,
    })
    expect(afterFailure(new NotSent('refused', { retryAfterMs: 1 }), 1)).toMatchObject({ againInMs: 5_000 })
  })

  it('is given up at once where trying again would be in vain', () => {
    expect(afterFailure(new NotSent('blocked', { isFinal: true }), 1)).toEqual({
      state: 'FAILED',
      reason: 'blocked',
    })
  })

  it('says of a silent provider that it timed out, and nothing that the provider wrote', () => {
    const silent = AbortSignal.abort(new DOMException('of nurse@carewatch.test', 'TimeoutError')).reason
    expect(afterFailure(silent, 1)).toMatchObject({ reason: 'timeout' })
    expect(afterFailure(new Error('connect ECONNREFUSED nurse@carewatch.test'), 4)).toEqual({
      state: 'FAILED',
      reason: 'unreachable',
    })
  })
})
