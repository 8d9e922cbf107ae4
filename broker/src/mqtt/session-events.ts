import type { Ingest } from '@carewatch/ingest/ingest'
import type { Aedes, Client } from 'aedes'
import type pg from 'pg'
import { sendConfig, wantsConfig } from '../downlink/gateway.ts'
import { sendCommands, sendSettings, wants } from '../downlink/native.ts'
import type { Subscribers } from '../live/live.ts'
import type { Presence } from '../presence/presence.ts'
import type { Session, Sessions } from '../auth/sessions.ts'

export type Watched = {
  broker: Aedes
  sessions: Sessions
  subscribers: Subscribers
  presence: Presence
  ingest: Ingest
  db: pg.Pool
  onError: (error: Error) => void
  /** This node was deaf to the others for a while. */
  onDeaf: (listener: () => void) => void
}

/** What follows when a client connects, subscribes and disconnects: presence, settings, and subscribers of live topics. Answers what to do when one is gone. */
export function watchSessions({
  broker,
  sessions,
  subscribers,
  presence,
  ingest,
  db,
  onError,
  onDeaf,
}: Watched): (client: Client) => void {
  const received = new Map<Client, string[]>()
  // They connect again, and ask for what they missed.
  onDeaf(() => {
    for (const client of received.keys()) client.close()
  })

  broker.on('clientReady', (client) => {
    // It disconnected before it was ready: its going was handled already.
    if (client.closed) return
    const { source, gateway, connection = 0 } = sessions.of(client) ?? {}
    if (source) presence.change({ source, connection }, true)
    if (gateway) ingest.gatewayCame(gateway.gatewayId)
  })

  broker.on('subscribe', (subscriptions, client) => {
    const session = client ? sessions.of(client) : undefined
    if (!session || client.closed) return
    const topics = subscriptions.filter(({ qos }) => qos < 128).map(({ topic }) => topic)
    if (session.principal.kind === 'service') {
      subscribers.join(topics)
      received.set(client, [...(received.get(client) ?? []), ...topics])
      return
    }
    const watch = { db, client, session }
    if (asksFor('settings', session, topics)) sendSettings(watch).catch(onError)
    if (asksFor('command', session, topics)) sendCommands(watch).catch(onError)
    if (session.gateway && topics.some((topic) => wantsConfig(session.principal.name, topic)))
      sendConfig(watch).catch(onError)
  })

  broker.on('unsubscribe', (topics, client) => {
    const mine = client ? received.get(client) : undefined
    if (!mine) return
    const left = mine.filter((topic) => topics.includes(topic))
    subscribers.leave(left)
    received.set(
      client,
      mine.filter((topic) => !topics.includes(topic)),
    )
  })

  return (client) => {
    const { source, gateway, connection = 0 } = sessions.of(client) ?? {}
    subscribers.leave(received.get(client) ?? [])
    received.delete(client)
    if (!sessions.remove(client)) return
    if (source) presence.change({ source, connection }, false)
    if (gateway) ingest.gatewayGone(gateway.gatewayId)
  }
}

const asksFor = (leaf: 'settings' | 'command', { principal }: Session, topics: readonly string[]): boolean =>
  principal.kind === 'watch' && topics.some((topic) => wants(principal.name, leaf, topic))
