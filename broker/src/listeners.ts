import type { Socket } from 'node:net'
import type { Aedes, Client } from 'aedes'
import { usesPlainTcp } from '@carewatch/platform/database/plain-tcp'
import type pg from 'pg'
import type { Logger } from 'pino'
import { accept } from './mqtt/broker.ts'
import type { Env } from './env.ts'
import { callerOf } from './proxy/caller.ts'
import { closeListeners, openMqttListeners } from './listeners/mqtt.ts'
import type { Policy } from './mqtt/policy.ts'
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
  context: ListenerContext
  log: Logger
}

/** Opens every listener: MQTT, MQTT over TLS, and the watches' own protocols. Closed, they let nobody in, and end when the last is out. */
export async function openListeners({ env, broker, policy, onGone, context, log }: Opening) {
  const { unknown } = context
  broker.on('clientReady', ({ conn }) => unknown.known(conn as Socket))
  const onSocket = (socket: Socket): void => {
    unknown.add(socket, callerOf(socket))
    const client = accept(broker, socket, policy.maxBytes)
    socket.once('close', () => onGone(client))
  }
  // Whoever never shakes hands is as silent as any other.
  const handshakes = {
    begun: (connection: Socket) => unknown.add(connection, callerOf(connection)),
    ended: unknown.known,
  }
  const onReload = (error?: Error): void => {
    if (error) log.error({ err: error }, 'the new certificate cannot be used, the old one stays')
    else log.info('certificate renewed')
  }
  const onRefused = (): void => context.onRefused('proxy')
  const onError = (error: Error): void => log.error({ err: error }, 'a connection could not be taken')
  const listeners = await openMqttListeners({
    env,
    onConnection: onSocket,
    handshakes,
    onReload,
    onRefused,
    onError,
  })
  const watches = await openWatchListener(context, env, log)
  return {
    close: (): Promise<unknown> => Promise.all([closeListeners(listeners), watches?.close()]),
    /** The watches' TCP connections; MQTT clients are disconnected by their sessions. */
    disconnectAll: async (withinMs: number): Promise<void> => watches?.disconnectAll(withinMs),
  }
}

/** Watches over plain TCP have no password: nobody opens their port by leaving something out. */
export async function isWatchPortClosed(
  { WATCH_PORT }: Pick<Env, 'WATCH_PORT'>,
  { db, log }: { db: Pick<pg.ClientBase, 'query'>; log: Logger },
): Promise<boolean> {
  if (WATCH_PORT !== undefined) return WATCH_PORT === 'off'
  const isUsed = await usesPlainTcp(db)
  if (isUsed)
    log.warn({ port: DEFAULT_WATCH_PORT }, 'open for the watches over plain TCP that use it: set WATCH_PORT')
  else log.info('watches over plain TCP are not let in until WATCH_PORT is set')
  return !isUsed
}

/** A port that nobody chose may be another's: MQTT goes on without it, and says so. */
async function openWatchListener(
  context: ListenerContext,
  env: Env,
  log: Logger,
): Promise<TcpListener | undefined> {
  const { WATCH_PORT, HOST, PROXY_PROTOCOL } = env
  if (await isWatchPortClosed(env, { db: context.authentication.db, log })) return undefined
  const chosen = typeof WATCH_PORT === 'number' ? WATCH_PORT : undefined
  try {
    const place = { port: chosen ?? DEFAULT_WATCH_PORT, host: HOST, isProxied: PROXY_PROTOCOL }
    return await openTcpListener(context, place)
  } catch (error) {
    if (chosen !== undefined) throw error
    log.warn({ port: DEFAULT_WATCH_PORT }, 'no listener for watches over plain TCP: set WATCH_PORT')
    return undefined
  }
}
