import type { Ingest } from '@carewatch/ingest/ingest'
import { listenToChanges } from '@carewatch/platform/database/changes'
import type { Client } from 'aedes'
import type pg from 'pg'
import type { Conflicts } from '../identity/conflicts.ts'
import { createCatchUp, fewAtATime } from './catch-up.ts'
import { isForeign, sendForeign } from '../downlink/foreign.ts'
import { sendConfig, wantsConfig } from '../downlink/gateway.ts'
import { sendCommands } from '../downlink/native.ts'
import { followInactivePlaces } from './inactive-places.ts'
import { createRenewal, createTcpRenewal, filtersOf, isSubscribed } from './renewal.ts'
import type { Session, Sessions } from '../auth/sessions.ts'
import { sendCommandsTo } from '../tcp/send-commands.ts'
import { showPairingCodes } from '../tcp/show-pairing-codes.ts'
import type { TcpConnections } from '../tcp/connections.ts'

/** One of another make subscribes where it likes; ours must have asked for its configuration. */
const isListening = (client: Client, session: Session): boolean =>
  isForeign(session) || filtersOf(client).some((filter) => wantsConfig(session.principal.name, filter))

type Parts = {
  databaseUrl: string
  db: pg.Pool
  sessions: Sessions
  tcpConnections: TcpConnections
  ingest: Ingest
  conflicts: Conflicts
  nodeId: number
  onError: (error: Error) => void
}

/** Somebody said at another node that they are a device that is connected here too. */
function noteClaimed({ tcpConnections, sessions, nodeId, conflicts }: Parts, claimed: string): void {
  // Safe: a node of ours wrote it.
  const claim = JSON.parse(claimed) as { nodeId: number; deviceId: number; network: string }
  if (claim.nodeId !== nodeId) return
  const here = [...tcpConnections.allOf(claim.deviceId), ...sessions.sessionsOf(claim.deviceId)]
  conflicts.overtaken(
    here.flatMap(({ claimant }) => claimant ?? []),
    claim,
  )
}

/** A watch that connected to another node has often not closed its connection here: nothing is sent into it any more, unless it is heard again. `moved`: the node that lost it, then each watch with its new connection number. Of MQTT sessions the nodes inform each other. */
function noteMoved({ tcpConnections, nodeId, conflicts }: Parts, moved: string): void {
  const [node, watches = ''] = moved.split(':')
  if (Number(node) !== nodeId) return
  for (const watch of watches.split(',')) {
    const [deviceId, connection] = watch.split('.')
    for (const tcp of tcpConnections.allOf(Number(deviceId)))
      if (tcp.connection < Number(connection)) tcp.movedAt = conflicts.now()
  }
}

const identityListeners = (parts: Parts) => ({
  device_moved: (moved: string) => noteMoved(parts, moved),
  device_claimed: (claimed: string) => noteClaimed(parts, claimed),
  pairing_asked: (id: string) => void showPairingCodes(parts.tcpConnections, Number(id)).catch(parts.onError),
})

/** What a change is to whoever it is about and is connected here. */
function createDownlink(parts: Parts) {
  const { db, sessions, tcpConnections, onError } = parts
  const renew = createRenewal(db)
  const renewTcp = createTcpRenewal(parts)
  const renewSession = async (client: Client): Promise<void> => {
    const session = sessions.of(client)
    if (!session) return
    await renew(client, session)
    if (isForeign(session)) await sendForeign({ db, client, session })
  }
  const order = async (client: Client): Promise<void> => {
    const session = sessions.of(client)
    if (!session) return
    if (isForeign(session)) await sendForeign({ db, client, session })
    else if (isSubscribed(client, session, 'command')) await sendCommands({ db, client, session })
  }
  const onDevice = async (deviceId: number): Promise<void> => {
    const renewals = [
      ...tcpConnections.allOf(deviceId).map(renewTcp),
      ...sessions.clientsOf(deviceId).map(renewSession),
    ]
    await Promise.all(renewals.map((renewal) => renewal.catch(onError)))
  }
  const onCommand = async (deviceId: number): Promise<void> => {
    const tcp = tcpConnections.allOf(deviceId).map((one) => sendCommandsTo(tcpConnections, one))
    const orders = [...tcp, ...sessions.clientsOf(deviceId).map(order)]
    await Promise.all(orders.map((given) => given.catch(onError)))
  }
  const onGateway = async (gatewayId: number): Promise<void> => {
    const changes = sessions.clientsOfGateway(gatewayId).flatMap((client) => {
      const session = sessions.of(client)
      if (!session) return []
      const sent = isListening(client, session) ? sendConfig({ db, client, session }) : Promise.resolve()
      return [renew(client, session), sent]
    })
    await Promise.all(changes.map((change) => change.catch(onError)))
  }
  return { onDevice, onCommand, onGateway, renewTcp }
}

/** Listens to changes in the database, and sends them to devices that are connected here. Answers how to stop, how to send a watch its commands, and how to ask anew whose a connection is. */
export async function followChanges(parts: Parts) {
  const { databaseUrl, db, sessions, tcpConnections, ingest, onError } = parts
  const { onDevice, onCommand, onGateway, renewTcp } = createDownlink(parts)
  /** While the listener was away anything may have changed for anybody who is here. */
  const catchUp = createCatchUp(async () => {
    ingest.forgetBeacons()
    await fewAtATime([...sessions.devices(), ...tcpConnections.devices()], async (deviceId) => {
      await onDevice(deviceId)
      await onCommand(deviceId)
    })
    await fewAtATime([...sessions.gateways()], onGateway)
  })
  const listeners = {
    device_changed: (id: string) => void onDevice(Number(id)),
    command_queued: (id: string) => void onCommand(Number(id)),
    gateway_changed: (id: string) => {
      ingest.forgetBeacons()
      void onGateway(Number(id))
    },
    beacon_changed: () => ingest.forgetBeacons(),
    ...identityListeners(parts),
  }
  const changes = listenToChanges(databaseUrl, listeners, { onGap: catchUp, onError })
  await changes.listening
  const endPlaces = followInactivePlaces({
    db,
    devices: { ids: () => [...sessions.devices(), ...tcpConnections.devices()], renew: onDevice },
    gateways: { ids: () => sessions.gateways(), renew: onGateway },
    onError,
  })
  const unlisten = (): Promise<void> => {
    endPlaces()
    return changes.close()
  }
  return { sendCommandsTo: (deviceId: number) => void onCommand(deviceId), renewTcp, unlisten }
}
