import { randomUUID } from 'node:crypto'
import { encodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import { liveTopic } from '@carewatch/contracts/topics'
import { connect } from 'mqtt'
import type { Log } from '../log.ts'
import { createAsking, type Question } from './asking.ts'

type Line = { url: string; password: string; log: Log }
type FeedHandlers = {
  received: (topic: string, payload: Buffer) => void
  /** The line is back, and what was told meanwhile is lost to it. */
  missed: () => void
}

/** Alarms, tasks and what goes on in rooms are few and concern whoever is signed in: always heard. Readings only while somebody looks. */
const ALWAYS = [liveTopic.alarm('+'), liveTopic.task('+'), liveTopic.rooms('+')]
const RETRY_MS = 500
/** What is all in one packet the broker takes at once. */
const TOPICS_AT_ONCE = 3_000

const topicsOf = (deviceUuid: string) => [
  liveTopic.readings(deviceUuid),
  liveTopic.position(deviceUuid),
  liveTopic.presence(deviceUuid),
]

/** The line to the broker's live lane. It may be cut at any time: it reconnects for ever and asks again for what is watched. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one line and what goes over it, by the same client.
export function createLiveFeed({ url, password, log }: Line, { received, missed }: FeedHandlers) {
  const watched = new Set<string>()
  const client = connect(url, {
    clientId: `service-api-${randomUUID()}`,
    username: 'service/api',
    password,
    clean: true,
    resubscribe: false,
    reconnectPeriod: RETRY_MS,
    reconnectOnConnackError: true,
    connectTimeout: 5_000,
    keepalive: 5,
    // A live event that waited for the line is no longer live.
    queueQoSZero: false,
  })

  const asking = createAsking(client)
  /** Topics that are no events. */
  const own = new Map<string, (payload: Buffer) => void>()

  const subscribe = (topics: string[], done: () => void = () => {}) => {
    if (!client.connected || topics.length === 0) return
    const rest = topics.slice(TOPICS_AT_ONCE)
    client.subscribe(topics.slice(0, TOPICS_AT_ONCE), { qos: 0 }, (err) => {
      if (!err) return rest.length > 0 ? subscribe(rest, done) : done()
      if (client.connected) log.warn({ err }, 'live topics refused')
    })
  }

  client.on('connect', () => {
    isDown = false
    log.info({ watched: watched.size }, 'live line up')
    subscribe([...ALWAYS, ...own.keys(), ...[...watched].flatMap(topicsOf)], missed)
  })
  // Once for each outage, not for each try.
  let isDown = false
  const down = (reason: object) => {
    if (!isDown) log.warn(reason, 'live line down')
    isDown = true
  }
  client.on('close', () => down({}))
  client.on('error', (err) => down({ err }))
  client.on('message', (topic, payload) => {
    const receive = own.get(topic)
    if (receive) return receive(payload)
    if (!asking.take(topic, payload)) received(topic, payload)
  })

  return {
    isConnected: () => client.connected,
    watch(deviceUuids: readonly string[]): void {
      for (const uuid of deviceUuids) watched.add(uuid)
      subscribe(deviceUuids.flatMap(topicsOf))
    },
    unwatch(deviceUuids: readonly string[]): void {
      for (const uuid of deviceUuids) watched.delete(uuid)
      if (client.connected && deviceUuids.length > 0) client.unsubscribe(deviceUuids.flatMap(topicsOf))
    },
    /** Losing it costs nothing: whoever misses it sees the fact at the next refetch. */
    publish(topic: string, event: LiveEvent): void {
      if (!client.connected) return
      client.publish(topic, encodeEvent(event), { qos: 0 }, (err) => {
        if (err) log.debug({ err, topic }, 'live event not told')
      })
    },
    /** What is said between parts, and is no event: lost where the line is cut. */
    listen(topic: string, receive: (payload: Buffer) => void): void {
      own.set(topic, receive)
      subscribe([topic])
    },
    send(topic: string, text: string): void {
      if (client.connected) client.publish(topic, text, { qos: 0 })
    },
    ask: (question: Question) => asking.ask(question),
    close: () => {
      isDown = true
      return client.endAsync(true)
    },
  }
}
export type LiveFeed = ReturnType<typeof createLiveFeed>
