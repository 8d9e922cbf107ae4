import type { Socket } from 'node:net'
import type { Aedes, Client } from 'aedes'
import type { Logger } from 'pino'
import { welcome } from './mqtt/broker.ts'
import type { Env } from './env.ts'
import { closeDoors, openDoors } from './listeners/mqtt.ts'
import type { Policy } from './mqtt/policy.ts'
import type { Talk } from './tcp/socket-reader.ts'
import { openTcpDoor, type TcpDoor, USUAL_PORT } from './tcp/listener.ts'

type Opening = {
  env: Env
  broker: Aedes
  policy: Policy
  onGone: (client: Client) => void
  talk: Talk
  log: Logger
}

/** Opens every door: MQTT, MQTT over TLS, and the watches' own. Closed, they let nobody in, and end when the last is out. */
export async function openAllDoors({ env, broker, policy, onGone, talk, log }: Opening) {
  const onSocket = (socket: Socket): void => {
    const client = welcome(broker, socket, policy.maxBytes)
    socket.once('close', () => onGone(client))
  }
  const onReload = (error?: Error): void => {
    if (error) log.error({ err: error }, 'the new certificate cannot be used, the old one stays')
    else log.info('certificate renewed')
  }
  const onRefused = (): void => talk.onRefused('proxy')
  const onError = (error: Error): void => log.error({ err: error }, 'a connection could not be taken')
  const doors = await openDoors({ env, welcome: onSocket, onReload, onRefused, onError })
  const watches = await openWatchDoor(talk, env, log)
  return {
    close: (): Promise<unknown> => Promise.all([closeDoors(doors), watches?.close()]),
    /** To the watches; whoever speaks MQTT is a session's business. */
    sayGoodbye: async (withinMs: number): Promise<void> => watches?.sayGoodbye(withinMs),
  }
}

/** A port that nobody chose may be another's: MQTT goes on without it, and says so. */
async function openWatchDoor(
  talk: Talk,
  { WATCH_PORT, HOST, PROXY_PROTOCOL }: Env,
  log: Logger,
): Promise<TcpDoor | undefined> {
  if (WATCH_PORT === 'off') return undefined
  try {
    const place = { port: WATCH_PORT ?? USUAL_PORT, host: HOST, isProxied: PROXY_PROTOCOL }
    return await openTcpDoor(talk, place)
  } catch (error) {
    if (WATCH_PORT !== undefined) throw error
    log.warn({ port: USUAL_PORT }, 'watches over plain TCP are not heard: set WATCH_PORT')
    return undefined
  }
}
