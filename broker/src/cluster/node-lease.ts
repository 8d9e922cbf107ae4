import { sweepSilentNodes } from '@carewatch/platform/silent-nodes'
import type pg from 'pg'
import { createPresence, type PresenceOptions } from '../presence/presence.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Conflicts } from '../identity/conflicts.ts'
import { fewAtATime } from '../changes/catch-up.ts'
import type { TcpConnection } from '../tcp/connection.ts'
import type { TcpConnections } from '../tcp/connections.ts'

const RENEW_MS = 2_000
const SWEEP_MS = 5_000
const REASSERT_MS = 10_000
/** A watch that loses its connection is at another node within so long, or not at once. */
const COMES_ELSEWHERE_MS = 1_000

const REGISTER = 'insert into broker_nodes default values returning id'
/** One that was frozen for a day finds its row gone. */
const RENEW = `
insert into broker_nodes (id) overriding system value values ($1)
on conflict (id) do update set seen_at = now()`

/** An earlier version did not write down at which node they are. */
const WITHOUT_NODE = `
with rooms as (update gateways set online = false where online and door_id is null)
update device_status set online = false where online and door_id is null`

/** This node's id among the others. */
export async function registerNode(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ id: number }>(REGISTER)
  await db.query(WITHOUT_NODE)
  return rows[0]?.id ?? 0
}

type NodeLeaseOptions = Omit<PresenceOptions, 'graceMs' | 'onLost'> & {
  sessions: Sessions
  tcpConnections: TcpConnections
  conflicts: Conflicts
  isShared: boolean
  /** Asks anew whether a connection is its device's. */
  renewTcp: (tcp: TcpConnection) => Promise<void>
}

/** Renews this node's lease, keeps presence of who is connected to it, and sweeps what silent nodes held. */
export async function holdNodeLease({
  sessions,
  tcpConnections,
  conflicts,
  isShared,
  renewTcp,
  ...options
}: NodeLeaseOptions) {
  const { db, nodeId, onError } = options
  const graceMs = isShared ? COMES_ELSEWHERE_MS : 0
  const onLost = (deviceId: number, connection: number): void => {
    for (const tcp of tcpConnections.allOf(deviceId))
      if (tcp.connection <= connection) tcp.movedAt = conflicts.now()
  }
  const presence = createPresence({ ...options, graceMs, onLost })
  const sweep = async (): Promise<void> => {
    presence.publishGone(await sweepSilentNodes(db))
    await fewAtATime(tcpConnections.undecided(), renewTcp)
  }
  const renew = async (): Promise<unknown> => db.query(RENEW, [nodeId])
  const reassert = (): Promise<void> =>
    presence.reassert(() => new Map([...sessions.held(), ...tcpConnections.held()]))
  const every = (ms: number, work: () => Promise<unknown>): NodeJS.Timeout =>
    setInterval(() => void work().catch(onError), ms)

  await sweep()
  const renewing = every(RENEW_MS, renew)
  const timers = [every(SWEEP_MS, sweep), every(REASSERT_MS, reassert)]
  /** Whoever is still here is connected, however long the shutdown takes: the lease is renewed until the last is out. */
  const leave = (): void => {
    timers.forEach(clearInterval)
    presence.leave()
  }
  /** Its row stays: its watches have a moment to come to another node before anything calls them gone. */
  const end = (): void => clearInterval(renewing)
  return { presence, leave, end }
}
