import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Aedes, type AedesOptions, type Client, type Subscription } from 'aedes'
import type { Logger } from 'pino'
import { refusalOf } from '../auth/connect.ts'
import type { Policy, Publish } from './policy.ts'
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
    concurrency: 1_000,
    connectTimeout: 10_000,
    // One frozen subscriber would hold everybody back for this long.
    drainTimeout: 3_000,
    maxTopicLevels: 8,
    queueLimit: 100,
    // Ours are longer than MQTT 3.1 allows its clients, because the user's name stands before them.
    maxClientsIdLength: 1_024,
    preConnect: (client, packet, done) => {
      const wrong = refusalOf(packet)
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
  storeOnly(broker, policy.maySubscribe)
  keepNoWills(broker)
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

type Store = { addSubscriptions: (client: Client, subscriptions: Subscription[]) => Promise<void> }

/** Aedes 1.2 keeps a whole SUBSCRIBE of a session that lasts, the refused filters too, and again for each that was granted: ten thousand filters would stop everybody for seconds. */
function storeOnly(broker: Aedes, maySubscribe: Policy['maySubscribe']): void {
  // Safe: what aedes 1.2.0 calls its persistence; a test looks into it.
  const { persistence } = broker as unknown as { persistence: Store }
  const add = persistence.addSubscriptions.bind(persistence)
  const stored = new WeakMap<Subscription[], Promise<void>>()
  persistence.addSubscriptions = (client, asked) => {
    const storing =
      stored.get(asked) ??
      add(
        client,
        asked.filter((subscription) => maySubscribe(client, subscription)),
      )
    stored.set(asked, storing)
    return storing
  }
}

/**
 * A will is published by the node that held the connection. Kept for the day that node dies, it would be published by another minutes later, when its
 * device is long back or was swept, as nobody's: aedes 1.2 takes our refusal for a failure of its own.
 */
function keepNoWills(broker: Aedes): void {
  // Safe: what aedes 1.2.0 asks of its persistence; a test leaves a will behind.
  const { persistence } = broker as unknown as { persistence: object }
  const kept = { putWill: async () => {}, delWill: async () => {}, streamWill: () => [] }
  Object.assign(persistence, kept)
}

/** Hands a new connection to the broker, with its packets guarded. */
export function accept(broker: Aedes, socket: Socket, maxBytes: Policy['maxBytes']): Client {
  const client = broker.handle(socket)
  guardPackets(client, () => maxBytes(client))
  return client
}
