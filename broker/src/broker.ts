import type { Socket } from 'node:net'
import type { Ingest } from '@carewatch/ingest/ingest'
import { Aedes, type AedesOptions, type Client } from 'aedes'
import type { Logger } from 'pino'
import { grant, mayForward, type Publish, receive } from './authorize.ts'
import { checkConnect, signIn, type SignInOptions } from './connect.ts'
import { guardFrames } from './frame-guard.ts'
import { MAX_CONNECT_BYTES, MAX_PACKET_BYTES } from './permission.ts'
import type { Sessions } from './session.ts'

export type BrokerOptions = Omit<SignInOptions, 'log'> & {
  ingest: Ingest
  log: Logger
  cluster: Pick<AedesOptions, 'mq' | 'persistence'>
}

/** Aedes with our rules at every door: connect, publish, subscribe, forward and will. */
export async function createBroker(options: BrokerOptions): Promise<Aedes> {
  const { sessions, ingest, log, deviceRate, cluster } = options
  const rules = { ingest, deviceRate, now: Date.now }

  const broker = await Aedes.createBroker({
    ...cluster,
    concurrency: 1_000,
    connectTimeout: 10_000,
    // One frozen subscriber would hold everybody back for this long.
    drainTimeout: 3_000,
    maxTopicLevels: 8,
    queueLimit: 100,
    preConnect: (client, packet, done) => {
      const wrong = checkConnect(packet)
      if (!wrong) return done(null, true)
      refuseEarly(client, wrong)
      done(wrong, false)
    },
    // oxlint-disable-next-line max-params -- aedes fixes this signature
    authenticate: (client, username, password, done) => {
      const given = { username: username ?? '', password: password ?? Buffer.alloc(0) }
      signIn(client, given, options).then(
        () => done(null, true),
        // Safe: signIn throws nothing but refusals that carry a return code.
        (error: unknown) => done(error as Parameters<typeof done>[0], false),
      )
    },
    authorizePublish: (client, packet, done) => {
      const session = client && sessions.of(client)
      // A service's word is not stored: no promise, no waiting.
      if (!session) return done(new Error('not signed in'))
      receive(session, packet as Publish, rules).then(
        () => done(null),
        (error: unknown) => done(error as Error),
      )
    },
    authorizeSubscribe: (client, subscription, done) => done(null, grant(sessions.of(client), subscription)),
    authorizeForward: (client, packet) => (mayForward(sessions.of(client), packet.topic) ? packet : null),
  })
  skipUplinks(broker)
  broker.on('clientError', (client, error) =>
    log.debug({ clientId: client.id, err: error }, 'connection cut'),
  )
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'connection cut before sign-in'))
  return broker
}

/** Aedes closes without a word when preConnect refuses; the protocol wants a CONNACK with the reason. */
function refuseEarly(client: Client, error: Error): void {
  if ('returnCode' in error) client.conn.write(Buffer.from([0x20, 2, 0, Number(error.returnCode)]))
}

/** An uplink has reached its only reader when it is committed: routing it to nobody would cost as much again. A retained status goes its way. */
function skipUplinks(broker: Aedes): void {
  const publish = broker.publish.bind(broker) as (packet: Publish, client: unknown, done?: unknown) => void
  const routed = (packet: Publish, client: unknown, done?: (error?: Error) => void): void => {
    const isUplink =
      client &&
      done &&
      !packet.retain &&
      (packet.topic.startsWith('watch/') || packet.topic.startsWith('gateway/'))
    if (isUplink) return done()
    publish(packet, client, done)
  }
  Object.assign(broker, { publish: routed })
}

/** Hands a new connection to the broker with its packet size bounded by who it turns out to be. */
export function welcome(broker: Aedes, sessions: Sessions, socket: Socket): Client {
  const client = broker.handle(socket)
  guardFrames(client, () => {
    const session = sessions.of(client)
    return session ? MAX_PACKET_BYTES[session.principal.kind] : MAX_CONNECT_BYTES
  })
  return client
}
