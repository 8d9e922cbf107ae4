import type { Ingest } from '@carewatch/ingest/ingest'
import type { Client, Subscription } from 'aedes'
import { mayHear, mayPublish, mayReceive, ownLeaf } from './permission.ts'
import { take } from './rate.ts'
import type { Session } from './session.ts'
import { isCleanText } from './text.ts'

/** The packet fields we look at; aedes gives more. */
export type Publish = { topic: string; payload: Buffer | string; qos: number; retain: boolean }

/** A device with this many messages unanswered is not waiting for us, it is drowning us. */
const MAX_IN_FLIGHT = 2_000

export type PublishRules = { ingest: Ingest; deviceRate: number; now: () => number }

/** Resolves when the message may be acknowledged: a device's, when it is committed. Throws when the connection must be cut. */
export async function receive(session: Session, packet: Publish, rules: PublishRules): Promise<void> {
  const { topic } = packet
  if (!isCleanText(topic) || !mayPublish(session.principal, topic)) throw new Error('may not publish there')
  if (session.principal.kind === 'service') return

  const leaf = ownLeaf(session.principal, topic) ?? ''
  // Only a device's own status is kept for those who ask later; all else lives in the database.
  if (leaf !== 'status') packet.retain = false
  if (session.inFlight >= MAX_IN_FLIGHT) throw new Error('too many messages in flight')

  session.inFlight++
  session.inFlightBytes += packet.payload.length
  try {
    const waitMs = rules.deviceRate > 0 ? take(session.bucket, rules.deviceRate, rules.now()) : 0
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (session.source && (leaf === 'readings' || leaf === 'event')) {
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
      await rules.ingest.accept({ source: session.source, topic, leaf, payload, receivedAt: rules.now() })
    }
  } finally {
    session.inFlight--
    session.inFlightBytes -= packet.payload.length
  }
}

export const grant = (session: Session | undefined, subscription: Subscription): Subscription | null =>
  session && isCleanText(subscription.topic) && mayHear(session.principal, subscription.topic)
    ? subscription
    : null

export const mayForward = (session: Session | undefined, topic: string): boolean =>
  session !== undefined && mayReceive(session.principal, topic)

export const addressOf = (client: Client): string => {
  const { conn } = client
  return 'remoteAddress' in conn ? (conn.remoteAddress ?? '') : ''
}
