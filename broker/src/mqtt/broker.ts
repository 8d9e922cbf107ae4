import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Aedes, type AedesOptions, type Client } from 'aedes'
import memory from 'aedes-persistence'
import type { Logger } from 'pino'
import { refusalOf } from '../auth/connect.ts'
import type { Policy, Publish } from './policy.ts'
import { guardedPersistence } from './persistence.ts'
import { guardPackets } from './protocol/guard.ts'

export type BrokerOptions = {
  policy: Policy
  log: Logger
  cluster: Pick<AedesOptions, 'mq' | 'persistence' | 'heartbeatInterval'>
}

/** Aedes with our rules at every hook: connect, publish, subscribe, forward and will. */
export async function createBroker({ policy, log, cluster }: BrokerOptions): Promise<Aedes> {
  const broker = await Aedes.createBroker({
    ...cluster,
    persistence: guardedPersistence(cluster.persistence ?? memory(), policy.maySubscribe),
    concurrency: 1_000,
    connectTimeout: 10_000,
    // One frozen subscriber would hold everybody back for this long.
    drainTimeout: 3_000,
    maxTopicLevels: 8,
    queueLimit: 100,
    // Ours are longer than MQTT 3.1 allows its clients, because the user's name stands before them.
    maxClientsIdLength: 1_024,
    preConnect: (client, packet, done) => {
      const wrong = refusalOf(packet) ?? policy.refusalOf?.(packet)
      if (wrong) {
        refuseEarly(client, wrong)
        return done(wrong, false)
      }
      packet.clientId = policy.identify(packet)
      return done(null, true)
    },
    // oxlint-disable-next-line max-params -- aedes fixes this signature
    authenticate: (client, username, password, done) => {
      const given = { username: username ?? '', password: password ?? Buffer.alloc(0) }
      policy.authenticate(client, given).then(
        () => done(null, true),
        // Safe: a policy throws nothing but refusals that carry a return code.
        (error: unknown) => done(error as Parameters<typeof done>[0], false),
      )
    },
    authorizePublish: (client, packet, done) => {
      if (!client) return done(new Error('nobody publishes'))
      policy.receive(client, packet as Publish).then(
        () => done(null),
        (error: unknown) => done(error as Error),
      )
    },
    authorizeSubscribe: (client, subscription, done) =>
      done(null, policy.maySubscribe(client, subscription) ? subscription : null),
    authorizeForward: (client, packet) => (policy.mayForward(client, packet.topic) ? packet : null),
  })
  routeOnly(broker, policy.isRouted)
  broker.on('clientError', (client, error) =>
    log.debug({ client: policy.nameOf(client), err: error }, 'connection cut'),
  )
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'connection cut before sign-in'))
  // Without a listener it would end the process, and everybody's connection with it.
  const emitter: EventEmitter = broker
  emitter.on('error', (error: Error) => log.error({ err: error }, 'the broker failed at something'))
  return broker
}

/** Aedes closes without a word when preConnect refuses; the protocol wants a CONNACK with the reason. */
function refuseEarly(client: Client, error: Error): void {
  if ('returnCode' in error) client.conn.write(Buffer.from([0x20, 2, 0, Number(error.returnCode)]))
}

/** An uplink has reached its only reader when it is committed: routing it to nobody would cost as much again. */
function routeOnly(broker: Aedes, isRouted: Policy['isRouted']): void {
  const publish = broker.publish.bind(broker) as (packet: Publish, client: unknown, done?: unknown) => void
  const routed = (packet: Publish, client: unknown, done?: (error?: Error) => void): void => {
    if (client && done && !isRouted(packet)) return done()
    publish(packet, client, done)
  }
  Object.assign(broker, { publish: routed })
}

/** Hands a new connection to the broker, with its packets guarded. */
export function accept(broker: Aedes, socket: Socket, maxBytes: Policy['maxBytes']): Client {
  const client = broker.handle(socket)
  guardPackets(client, () => maxBytes(client))
  return client
}
