import type { Socket } from 'node:net'
import type { Aedes, Client } from 'aedes'
import type { Logger } from 'pino'
import { accept } from './mqtt/broker.ts'
import type { Env } from './env.ts'
import { callerOf } from './proxy/caller.ts'
import { createUnknownConnections } from './listeners/unknown-connections.ts'
import { closeListeners, openMqttListeners } from './listeners/mqtt.ts'
import type { Policy } from './mqtt/policy.ts'
import type { TcpContext } from './tcp/socket-reader.ts'
import {
  openTcpListener,
  type ListenerContext,
  type TcpListener,
  DEFAULT_WATCH_PORT,
} from './tcp/listener.ts'

type Opening = {
  env: Env
  broker: Aedes
  policy: Policy
  onGone: (client: Client) => void
  context: TcpContext
  log: Logger
}

/** Opens every listener: MQTT, MQTT over TLS, and the watches' own protocols. Closed, they let nobody in, and end when the last is out. */
export async function openListeners({ env, broker, policy, onGone, context, log }: Opening) {
  const unknown = createUnknownConnections()
  broker.on('clientReady', ({ conn }) => unknown.known(conn as Socket))
  const onSocket = (socket: Socket): void => {
    unknown.add(socket, callerOf(socket))
    const client = accept(broker, socket, policy.maxBytes)
    socket.once('close', () => onGone(client))
  }
  const onReload = (error?: Error): void => {
    if (error) log.error({ err: error }, 'the new certificate cannot be used, the old one stays')
    else log.info('certificate renewed')
  }
  const onRefused = (): void => context.onRefused('proxy')
  const onError = (error: Error): void => log.error({ err: error }, 'a connection could not be taken')
  const listeners = await openMqttListeners({ env, onConnection: onSocket, onReload, onRefused, onError })
  const watches = await openWatchListener({ ...context, unknown }, env, log)
  return {
    close: (): Promise<unknown> => Promise.all([closeListeners(listeners), watches?.close()]),
    /** The watches' TCP connections; MQTT clients are disconnected by their sessions. */
    disconnectAll: async (withinMs: number): Promise<void> => watches?.disconnectAll(withinMs),
  }
}

/** A port that nobody chose may be another's: MQTT goes on without it, and says so. */
async function openWatchListener(
  context: ListenerContext,
  { WATCH_PORT, HOST, PROXY_PROTOCOL }: Env,
  log: Logger,
): Promise<TcpListener | undefined> {
  if (WATCH_PORT === 'off') return undefined
  try {
    const place = { port: WATCH_PORT ?? DEFAULT_WATCH_PORT, host: HOST, isProxied: PROXY_PROTOCOL }
    return await openTcpListener(context, place)
  } catch (error) {
    if (WATCH_PORT !== undefined) throw error
    log.warn({ port: DEFAULT_WATCH_PORT }, 'no listener for watches over plain TCP: set WATCH_PORT')
    return undefined
  }
}
