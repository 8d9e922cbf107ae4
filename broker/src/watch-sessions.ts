import type { Aedes, Client } from 'aedes'
import type pg from 'pg'
import { sendSettings, wantsSettings } from './downlink.ts'
import type { Audience } from './live.ts'
import type { Presence } from './presence.ts'
import type { Session, Sessions } from './session.ts'

export type Watched = {
  broker: Aedes
  sessions: Sessions
  audience: Audience
  presence: Presence
  db: pg.Pool
  onError: (error: Error) => void
}

/** What follows from a connection's coming, asking and going: presence, settings, and who hears the live lane. Answers what to do when one is gone. */
export function watchSessions({
  broker,
  sessions,
  audience,
  presence,
  db,
  onError,
}: Watched): (client: Client) => void {
  const heard = new WeakMap<Client, string[]>()

  broker.on('clientReady', (client) => {
    const source = sessions.of(client)?.source
    if (source) presence.change(source, true)
  })

  broker.on('subscribe', (subscriptions, client) => {
    const session = client ? sessions.of(client) : undefined
    if (!session) return
    const topics = subscriptions.filter(({ qos }) => qos < 128).map(({ topic }) => topic)
    if (session.principal.kind === 'service') {
      audience.join(topics)
      heard.set(client, [...(heard.get(client) ?? []), ...topics])
    } else if (asksForSettings(session, topics)) {
      sendSettings(db, client, session).catch(onError)
    }
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
    const source = sessions.of(client)?.source
    audience.leave(heard.get(client) ?? [])
    heard.delete(client)
    if (sessions.remove(client) && source) presence.change(source, false)
  }
}

const asksForSettings = ({ principal }: Session, topics: readonly string[]): boolean =>
  principal.kind === 'watch' && topics.some((topic) => wantsSettings(principal.name, topic))
