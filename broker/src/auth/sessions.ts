import type { GatewaySource, Source } from '@carewatch/ingest/uplink'
import type { Client } from 'aedes'
import type { SignedIn } from './credentials.ts'
import type { Claimant } from '../identity/claimant.ts'
import type { Principal } from './permission.ts'
import type { Holding } from '../presence/rows.ts'
import type { Bucket } from './rate.ts'

/** What the broker knows of one MQTT connection. */
export type Session = SignedIn & {
  principal: Principal
  source: Source | undefined
  /** Who says on it that they are this device. */
  claimant?: Claimant | undefined
  gateway?: GatewaySource | undefined
  /** The topics that a device of another make has published on since it connected. */
  topics?: Set<string>
  /** The newest revision of its settings that this connection carried. */
  settingsSent?: number
  /** The filters it subscribed to and was granted. */
  filters?: Set<string>
  /** Where we publish to it, beside our own topics. */
  listens?: Set<string>
  /** The newest revision of its configuration that this connection carried. */
  configSent?: number
  bucket: Bucket
  /** Messages read and not yet acknowledged. */
  inFlight: number
  inFlightBytes: number
  waitingSince: number
}

/** Who is connected now, found by connection and by device. */
export function createSessions() {
  /** Kept as long as the connection object: a will is judged after the connection has gone. */
  const known = new WeakMap<Client, Session>()
  const open = new Map<Client, Session>()
  const byDevice = new Map<number, Set<Client>>()
  const byGateway = new Map<number, Set<Client>>()

  return {
    of: (client: Client): Session | undefined => known.get(client),
    all: (): IterableIterator<[Client, Session]> => open.entries(),
    count: (): number => open.size,
    /** Messages read and not yet acknowledged, of everybody. */
    inFlight: (): number => open.values().reduce((sum, { inFlight }) => sum + inFlight, 0),
    devices: (): IterableIterator<number> => byDevice.keys(),
    gateways: (): IterableIterator<number> => byGateway.keys(),
    /** The watches that are here, each with its newest connection. */
    held: (): [number, Holding][] => [...byDevice].flatMap(([id, clients]) => newest(clients, known, id)),
    clientsOf: (deviceId: number): readonly Client[] => [...(byDevice.get(deviceId) ?? [])],
    sessionsOf: (deviceId: number): Session[] =>
      [...(byDevice.get(deviceId) ?? [])].flatMap((client) => known.get(client) ?? []),
    clientsOfGateway: (gatewayId: number): readonly Client[] => [...(byGateway.get(gatewayId) ?? [])],
    add(client: Client, session: Session): void {
      known.set(client, session)
      open.set(client, session)
      if (session.source) join(byDevice, session.source.deviceId, client)
      if (session.gateway) join(byGateway, session.gateway.gatewayId, client)
    },
    /** Answers whether it was the device's or the gateway's last connection. */
    remove(client: Client): boolean {
      const session = open.get(client)
      open.delete(client)
      if (session?.source) return leave(byDevice, session.source.deviceId, client)
      return session?.gateway ? leave(byGateway, session.gateway.gatewayId, client) : false
    },
  }
}

function newest(
  clients: ReadonlySet<Client>,
  known: WeakMap<Client, Session>,
  id: number,
): [number, Holding][] {
  const all = [...clients].flatMap((client) => known.get(client) ?? [])
  const last = all.toSorted((one, other) => other.connection - one.connection)[0]
  if (!last?.source) return []
  const { source, connection, signedInAt, claimant } = last
  const receivedAt = claimant?.receivedAt ?? signedInAt.getTime()
  return [[id, { source, connection, number: connection, receivedAt }]]
}

function join(known: Map<number, Set<Client>>, id: number, client: Client): void {
  known.set(id, (known.get(id) ?? new Set()).add(client))
}

function leave(known: Map<number, Set<Client>>, id: number, client: Client): boolean {
  const clients = known.get(id)
  clients?.delete(client)
  return clients?.size ? false : known.delete(id)
}

export type Sessions = ReturnType<typeof createSessions>
