import type { Ingest } from '@carewatch/ingest/ingest'
import type { Aedes, Client } from 'aedes'
import type pg from 'pg'
import { sendConfig, wantsConfig } from '../downlink/gateway.ts'
import { sendCommands, sendSettings, wants } from '../downlink/native.ts'
import type { Audience } from '../live/live.ts'
import type { Presence } from '../presence/presence.ts'
import type { Session, Sessions } from '../auth/sessions.ts'

export type Watched = {
  broker: Aedes
  sessions: Sessions
  audience: Audience
  presence: Presence
  ingest: Ingest
  db: pg.Pool
  onError: (error: Error) => void
}

/** What follows from a connection's coming, asking and going: presence, settings, and who hears the live lane. Answers what to do when one is gone. */
export function watchSessions({
  broker,
  sessions,
  audience,
  presence,
  ingest,
  db,
  onError,
}: Watched): (client: Client) => void {
  const heard = new WeakMap<Client, string[]>()

  broker.on('clientReady', (client) => {
    // Left while it was still being welcomed: its going was told already.
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
      audience.join(topics)
      heard.set(client, [...(heard.get(client) ?? []), ...topics])
      return
    }
    const watch = { db, client, session }
    if (asksFor('settings', session, topics)) sendSettings(watch).catch(onError)
    if (asksFor('command', session, topics)) sendCommands(watch).catch(onError)
    if (session.gateway && topics.some((topic) => wantsConfig(session.principal.name, topic)))
      sendConfig(watch).catch(onError)
  })

  broker.on('unsubscribe', (topics, client) => {
    const mine = client ? heard.get(client) : undefined
    if (!mine) return
    const left = mine.filter((topic) => topics.includes(topic))
    audience.leave(left)
    heard.set(
      client,
      mine.filter((topic) => !topics.includes(topic)),
    )
  })

  return (client) => {
    const { source, gateway, connection = 0 } = sessions.of(client) ?? {}
    audience.leave(heard.get(client) ?? [])
    heard.delete(client)
    if (!sessions.remove(client)) return
    if (source) presence.change({ source, connection }, false)
    if (gateway) ingest.gatewayGone(gateway.gatewayId)
  }
}

const asksFor = (leaf: 'settings' | 'command', { principal }: Session, topics: readonly string[]): boolean =>
  principal.kind === 'watch' && topics.some((topic) => wants(principal.name, leaf, topic))
