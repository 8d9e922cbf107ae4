import type { Ingest } from '@carewatch/ingest/ingest'
import { persist } from '@carewatch/ingest/persist'
import type { ScanUplink, Uplink } from '@carewatch/ingest/uplink'
import type { Subscription } from 'aedes'
import type pg from 'pg'
import { maySubscribe, mayPublish, mayReceive, ownLeaf } from '../auth/permission.ts'
import type { Conflicts } from '../identity/conflicts.ts'
import { noteConfigTaken } from '../downlink/gateway.ts'
import { noteReport } from '../downlink/reported.ts'
import { rateOf, take } from '../auth/rate.ts'
import type { Publish } from './policy.ts'
import type { Session } from '../auth/sessions.ts'

/** A device with this many messages unanswered is not waiting for us, it is drowning us. */
const MAX_IN_FLIGHT = 2_000

export type PublishRules = {
  ingest: Ingest
  conflicts: Conflicts
  db: pg.Pool
  deviceRate: number
  onRetry: (error: Error) => void
  now: () => number
  onAcknowledged: (since: number) => void
}

/** Resolves when the message may be acknowledged: a device's, when it is committed. Throws when the connection must be cut. */
export async function receive(session: Session, packet: Publish, rules: PublishRules): Promise<void> {
  const { topic } = packet
  if (!mayPublish(session.principal, topic)) throw new Error('may not publish there')
  const { kind } = session.principal
  if (kind !== 'watch' && kind !== 'gateway') return

  const leaf = ownLeaf(session.principal, topic) ?? ''
  // Only a device's own status is kept for those who ask later; all else lives in the database.
  if (leaf !== 'status') packet.retain = false
  if (session.inFlight >= MAX_IN_FLIGHT) throw new Error('too many messages in flight')

  if (session.claimant) rules.conflicts.onMessage(session.claimant)
  const since = performance.now()
  session.inFlight++
  session.inFlightBytes += packet.payload.length
  try {
    const rate = rateOf(session.principal, rules.deviceRate)
    const waitMs = rate > 0 ? take(session.bucket, rate, rules.now()) : 0
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const { source } = session
    if (source && leaf !== 'status')
      await receiveFromWatch({ source, topic, leaf, payload, receivedAt: rules.now() }, rules)
    if (session.gateway)
      await receiveFromGateway(
        { source: session.gateway, topic, payload, receivedAt: rules.now() },
        leaf,
        rules,
      )
    rules.onAcknowledged(since)
  } finally {
    session.inFlight--
    session.inFlightBytes -= packet.payload.length
  }
}

/** Readings and events go to ingest; reports of settings and commands are noted for whoever gave them. */
async function receiveFromWatch(uplink: Uplink, { ingest, db, onRetry }: PublishRules): Promise<void> {
  const { source, leaf, payload } = uplink
  if (leaf !== 'settings/reported' && leaf !== 'command/result') return ingest.accept(uplink)
  if (await noteReport(db, { deviceId: source.deviceId, leaf, payload }, onRetry)) return
  await ingest.keepRejected(uplink, 'shape', leaf)
}

/** What a gateway scanned, or that it took its configuration: by our topic, or by another make's answer. */
async function receiveFromGateway(
  uplink: ScanUplink,
  leaf: string,
  { ingest, db, onRetry }: PublishRules,
): Promise<void> {
  const isReport = leaf === 'config/reported'
  const { isConfigTaken } = isReport ? { isConfigTaken: true } : await ingest.acceptScan(uplink)
  if (isConfigTaken) await persist(() => noteConfigTaken(db, uplink.source.gatewayId), onRetry)
}

/** What one connection may ask for: more is a bomb, or a mistake that grows. */
const MAX_FILTERS = 100

export function grant(session: Session | undefined, subscription: Subscription): boolean {
  const { topic } = subscription
  if (!session || !maySubscribe(session.principal, topic)) return false
  // What is told live is told at least once at most.
  if (session.principal.kind === 'program' && subscription.qos > 1) subscription.qos = 1
  if (session.principal.kind === 'service') return true
  session.filters ??= new Set()
  if (session.filters.size >= MAX_FILTERS && !session.filters.has(topic)) return false
  session.filters.add(topic)
  return true
}

export const mayForward = (session: Session | undefined, topic: string): boolean =>
  session !== undefined && (mayReceive(session.principal, topic) || session.listens?.has(topic) === true)
