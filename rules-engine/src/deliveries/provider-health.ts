import type { Channel, DeliveryReason } from '@carewatch/contracts/escalation'
import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel'
import type pg from 'pg'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import { notSent } from './outcome.ts'

/** So many failures running mean that the provider is down, not that one message was bad. */
const FAILURES = 5
/** Then one message in so long asks whether it is back; the others need not wait for it to hang. */
const PROBE_MS = 3_000

/** An outage is the provider's; what it refuses of one message for good is that message's. */
const isOutage = (error: unknown): boolean => !(error instanceof NotSent && error.isFinal)

const BEAT = `
insert into channel_states (channel, name, failing_since, reason, last_sent_at, seen_at)
values ($1, $2, $3, $4, $5, now())
on conflict (channel) do update set name = coalesce(excluded.name, channel_states.name), reason = excluded.reason,
  failing_since = case when excluded.failing_since is null then null else coalesce(channel_states.failing_since, excluded.failing_since) end,
  last_sent_at = greatest(channel_states.last_sent_at, excluded.last_sent_at), seen_at = now()`

/** What is known of how a channel's provider is: a provider that is down is left alone for a while, and everybody can read that it is. */
export function createProviderHealth(channel: Channel) {
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: PROBE_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  })
  let failingSince: Date | null = null
  let reason: DeliveryReason | null = null
  let lastSentAt: Date | null = null

  return {
    /** Sends, unless the channel is known to be down. */
    async through<T>(send: () => Promise<T>): Promise<T> {
      try {
        const sent = await breaker.execute(send)
        failingSince = null
        reason = null
        lastSentAt = new Date()
        return sent
      } catch (error) {
        if (isOutage(error) && !(error instanceof BrokenCircuitError)) {
          failingSince ??= new Date()
          reason = notSent(error).reason
        }
        throw error
      }
    },
    /** Says for every screen that the channel is set up here, and how it is. */
    async beat(db: pg.Pool, name: string | null): Promise<void> {
      await db.query(BEAT, [channel, name, failingSince, reason, lastSentAt])
    },
  }
}
export type ProviderHealth = ReturnType<typeof createProviderHealth>
