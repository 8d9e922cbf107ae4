import { SILENT_NODE_SECONDS } from '@carewatch/platform/silent-nodes'
import type { Client } from 'aedes'
import type pg from 'pg'
import { sendSettings, wants } from '../downlink/native.ts'
import type { Conflicts } from '../identity/conflicts.ts'
import { SILENT_MS } from '../identity/claimant.ts'
import { arrive, decideAnew, type Decision } from '../identity/sign-in-facts.ts'
import { sendCommandsTo } from '../tcp/send-commands.ts'
import { sendSettings as sendTcpSettings } from '../tcp/send-settings.ts'
import { renewProfile } from '../tcp/profile.ts'
import type { TcpConnection } from '../tcp/connection.ts'
import type { TcpConnections } from '../tcp/connections.ts'
import { isPlaceHeard } from '../auth/credentials.ts'
import type { Session } from '../auth/sessions.ts'

const STILL_AUTHORIZED = `
select d.is_active and d.deleted_at is null and coalesce(d.credential_rotated_at, 'epoch') <= $2 and ${isPlaceHeard('d')} as authorized
from devices d where d.id = $1`
const GATEWAY_STILL_AUTHORIZED = `
select g.is_active and g.deleted_at is null and coalesce(g.credential_rotated_at, 'epoch') <= $2 and ${isPlaceHeard('g')} as authorized
from gateways g where g.id = $1`

/** Whether a device may stay that signed in then: not once it is switched off, deleted, or has a new password, nor once its company or branch is inactive for too long. */
async function isStillAuthorized(db: pg.Pool, deviceId: number, signedInAt: Date): Promise<boolean> {
  const { rows } = await db.query<{ authorized: boolean }>(STILL_AUTHORIZED, [deviceId, signedInAt])
  return rows[0]?.authorized ?? false
}

async function isGatewayAuthorized(db: pg.Pool, gatewayId: number, signedInAt: Date): Promise<boolean> {
  const { rows } = await db.query<{ authorized: boolean }>(GATEWAY_STILL_AUTHORIZED, [gatewayId, signedInAt])
  return rows[0]?.authorized ?? false
}

export const filtersOf = (client: Client): string[] =>
  Object.keys('subscriptions' in client ? (client.subscriptions as object) : {})

export const isSubscribed = (
  client: Client,
  { principal }: Session,
  leaf: 'settings' | 'command',
): boolean => {
  return principal.kind === 'watch' && filtersOf(client).some((filter) => wants(principal.name, leaf, filter))
}

/** When a device's row changed: cuts a connection that is no longer authorized, sends new settings to the others. */
export function createRenewal(db: pg.Pool) {
  return async (client: Client, session: Session): Promise<void> => {
    const { source, gateway, signedInAt } = session
    const isAuthorized = source
      ? await isStillAuthorized(db, source.deviceId, signedInAt)
      : !gateway || (await isGatewayAuthorized(db, gateway.gatewayId, signedInAt))
    if (!isAuthorized) return client.close()
    if (isSubscribed(client, session, 'settings') && !client.closed)
      await sendSettings({ db, client, session }, true)
  }
}

type TcpParts = { db: pg.Pool; tcpConnections: TcpConnections; conflicts: Conflicts; nodeId: number }

/** A node that died is known to have by then. */
const NODE_DIES_WITHIN_MS = 2 * SILENT_NODE_SECONDS * 1_000

/** The same for a TCP connection, which may be known to be the device's by now, or no longer. */
export function createTcpRenewal({ db, tcpConnections, conflicts, nodeId }: TcpParts) {
  async function decide(tcp: TcpConnection): Promise<Decision> {
    const { deviceId, claimant, isUndecided } = tcp
    const now = conflicts.now()
    const isSilent = now - claimant.receivedAt >= SILENT_MS
    const receivedAt = tcpConnections.receivedAt(deviceId, tcp)
    const arrival = { deviceId, network: claimant.network, nodeId, receivedAt, now }
    if (!isUndecided) return decideAnew(db, arrival, isSilent)
    if (isSilent) return { isProven: false, isUndecided }
    return arrive(db, arrival, now - claimant.signedInAt > NODE_DIES_WITHIN_MS)
  }

  async function renew(tcp: TcpConnection): Promise<void> {
    const { deviceId, signedInAt } = tcp
    if (!(await isStillAuthorized(db, deviceId, signedInAt))) return tcp.close()
    const wasProven = tcp.isProven
    const { isProven, isUndecided } = await decide(tcp)
    Object.assign(tcp, { isProven, isUndecided })
    await renewProfile(db, tcp)
    if (tcp !== tcpConnections.of(deviceId)) return
    await sendTcpSettings(tcp)
    if (tcp.isProven && !wasProven) await sendCommandsTo(tcpConnections, tcp)
  }

  return (tcp: TcpConnection): Promise<void> => tcp.renewInTurn(() => renew(tcp))
}
