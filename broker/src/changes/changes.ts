import type { Ingest } from '@carewatch/ingest/ingest'
import { listenToChanges } from '@carewatch/platform/database/changes'
import type { Client } from 'aedes'
import type pg from 'pg'
import { createCatchUp, fewAtATime } from './catch-up.ts'
import { isForeign, sendForeign } from '../downlink/foreign.ts'
import { sendConfig, wantsConfig } from '../downlink/gateway.ts'
import { sendCommands } from '../downlink/native.ts'
import { createRenewal, filtersOf, isStillWelcome, isSubscribed } from './renewal.ts'
import type { Session, Sessions } from '../auth/sessions.ts'
import type { Line } from '../tcp/connection.ts'
import { sendCommands as sendTcpCommands } from '../tcp/send-commands.ts'
import { sendSettings } from '../tcp/send-settings.ts'
import type { Lines } from '../tcp/connections.ts'

/** One of another make subscribes where it likes; ours must have asked for its configuration. */
const isListening = (client: Client, session: Session): boolean =>
  isForeign(session) || filtersOf(client).some((filter) => wantsConfig(session.principal.name, filter))

/** A watch that came to another door has often not said that it left this one. `moved`: the door that lost it, then each watch with its new connection. Of MQTT the brokers tell each other. */
function letGo(lines: Lines, doorId: number, moved: string): void {
  const [door, watches = ''] = moved.split(':')
  if (Number(door) !== doorId) return
  for (const watch of watches.split(',')) {
    const [deviceId, connection] = watch.split('.')
    const line = lines.of(Number(deviceId))
    if (line && line.connection < Number(connection)) line.close()
  }
}

type Parts = {
  databaseUrl: string
  db: pg.Pool
  sessions: Sessions
  lines: Lines
  ingest: Ingest
  doorId: number
  onError: (error: Error) => void
}

/** Hears of what changed for a device, and tells it if it is connected here. Answers how to stop hearing, and how to tell a watch its commands. */
export async function followChanges({ databaseUrl, db, sessions, lines, ingest, doorId, onError }: Parts) {
  const renew = createRenewal(db)

  const renewLine = async (line: Line): Promise<void> => {
    if (await isStillWelcome(db, line.deviceId, line.signedInAt)) await sendSettings(line)
    else line.close()
  }
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
    const line = lines.of(deviceId)
    const renewals = [...(line ? [renewLine(line)] : []), ...sessions.clientsOf(deviceId).map(renewSession)]
    await Promise.all(renewals.map((renewal) => renewal.catch(onError)))
  }
  const onCommand = async (deviceId: number): Promise<void> => {
    const line = lines.of(deviceId)
    const orders = [...(line ? [sendTcpCommands(line)] : []), ...sessions.clientsOf(deviceId).map(order)]
    await Promise.all(orders.map((given) => given.catch(onError)))
  }
  const onGateway = async (gatewayId: number): Promise<void> => {
    const changes = sessions.clientsOfGateway(gatewayId).flatMap((client) => {
      const session = sessions.of(client)
      if (!session) return []
      const told = isListening(client, session) ? sendConfig({ db, client, session }) : Promise.resolve()
      return [renew(client, session), told]
    })
    await Promise.all(changes.map((change) => change.catch(onError)))
  }
  /** While the ear was away anything may have changed for anybody who is here. */
  const catchUp = createCatchUp(async () => {
    ingest.forgetBeacons()
    await fewAtATime([...sessions.devices(), ...lines.devices()], async (deviceId) => {
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
    device_moved: (moved: string) => letGo(lines, doorId, moved),
  }
  const unlisten = await listenToChanges(databaseUrl, listeners, catchUp)
  return { obey: (deviceId: number) => void onCommand(deviceId), unlisten }
}
