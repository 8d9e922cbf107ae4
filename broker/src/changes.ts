import type { Ingest } from '@carewatch/ingest/ingest'
import { listenToChanges } from '@carewatch/migrations/changes'
import type { Client } from 'aedes'
import type pg from 'pg'
import { isForeign, sendForeign } from './downlink/foreign.ts'
import { sendConfig, wantsConfig } from './downlink/gateway.ts'
import { sendCommands } from './downlink/native.ts'
import { createRenewal, filtersOf, isStillWelcome, isSubscribed } from './renewal.ts'
import type { Session, Sessions } from './session.ts'
import type { Line } from './tcp/line.ts'
import type { Lines } from './tcp/lines.ts'

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
    if (await isStillWelcome(db, line.deviceId, line.signedInAt)) await line.renew()
    else line.close()
  }
  const onDevice = (deviceId: number): void => {
    const line = lines.of(deviceId)
    if (line) renewLine(line).catch(onError)
    for (const client of sessions.clientsOf(deviceId)) {
      const session = sessions.of(client)
      if (!session) continue
      renew(client, session)
        .then(() => (isForeign(session) ? sendForeign({ db, client, session }) : undefined))
        .catch(onError)
    }
  }
  const onCommand = (deviceId: number): void => {
    lines.of(deviceId)?.obey().catch(onError)
    for (const client of sessions.clientsOf(deviceId)) {
      const session = sessions.of(client)
      if (!session) continue
      if (isForeign(session)) sendForeign({ db, client, session }).catch(onError)
      else if (isSubscribed(client, session, 'command')) sendCommands({ db, client, session }).catch(onError)
    }
  }
  const onGateway = (gatewayId: number): void => {
    ingest.forgetBeacons()
    for (const client of sessions.clientsOfGateway(gatewayId)) {
      const session = sessions.of(client)
      if (!session) continue
      renew(client, session).catch(onError)
      if (isListening(client, session)) sendConfig({ db, client, session }).catch(onError)
    }
  }
  /** While the ear was away anything may have changed for anybody. */
  const onGap = (): void => {
    ingest.forgetBeacons()
    const here = new Set([...sessions.devices(), ...lines.devices()])
    for (const deviceId of here) {
      onDevice(deviceId)
      onCommand(deviceId)
    }
  }
  const listeners = {
    device_changed: (id: string) => onDevice(Number(id)),
    command_queued: (id: string) => onCommand(Number(id)),
    gateway_changed: (id: string) => onGateway(Number(id)),
    beacon_changed: () => ingest.forgetBeacons(),
    device_moved: (moved: string) => letGo(lines, doorId, moved),
  }
  return { obey: onCommand, unlisten: await listenToChanges(databaseUrl, listeners, onGap) }
}
