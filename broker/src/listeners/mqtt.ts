import { createServer, type Server, type Socket } from 'node:net'
import type { Env } from '../env.ts'
import { createProxiedTlsListener } from './proxied-tls.ts'
import { callerOf, noteCaller } from '../proxy/caller.ts'
import { acceptConnections } from '../proxy/introduce.ts'
import { createTlsListener } from './tls.ts'

type Place = { port: number; host: string }

/** `onError`: a connection that could not be taken, because the system had no room for it. Without a listener it would end the process and everybody's connection with it. */
export function listen(
  server: Server,
  { port, host }: Place,
  onError: (error: Error) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 4_096 }, () => {
      server.off('error', reject)
      server.on('error', onError)
      resolve()
    })
  })
}

type Opening = {
  env: Env
  onConnection: (socket: Socket) => void
  /** One that has yet to shake hands, and one that has: it goes on as a connection. */
  handshakes: { begun: (connection: Socket) => void; ended: (connection: Socket) => void }
  onReload: (error?: Error) => void
  /** A connection without the balancer's header. */
  onRefused: () => void
  onError: (error: Error) => void
}

/** The MQTT listeners: over TCP, and over TLS where a certificate is set. MQTT over WebSocket comes through the api, which relays it here. */
export async function openMqttListeners({
  env,
  onConnection,
  handshakes,
  onReload,
  onRefused,
  onError,
}: Opening): Promise<Server[]> {
  const { HOST: host, MQTT_PORT, MQTTS_PORT, TLS_CERT, TLS_KEY, PROXY_PROTOCOL } = env
  const onSocket = (socket: Socket) => {
    socket.setNoDelay(true)
    // A client may ask for no keep-alive of MQTT's own, and its half-open connection would stay for ever.
    socket.setKeepAlive(true, 60_000)
    onConnection(socket)
  }
  const tcp = createServer(acceptConnections(PROXY_PROTOCOL, { onSocket, onRefused }))
  await listen(tcp, { port: MQTT_PORT, host }, onError)
  if (!TLS_CERT || !TLS_KEY) return [tcp]

  const listener = {
    files: { cert: TLS_CERT, key: TLS_KEY },
    onConnection: handshakes.begun,
    onSocket: (socket: Socket, connection: Socket): void => {
      handshakes.ended(connection)
      noteCaller(socket, callerOf(connection))
      onSocket(socket)
    },
    onReload,
  }
  const tls = PROXY_PROTOCOL ? createProxiedTlsListener(listener, onRefused) : createTlsListener(listener)
  await listen(tls, { port: MQTTS_PORT, host }, onError)
  return [tcp, tls]
}

export const closeListeners = (servers: readonly Server[]): Promise<unknown> =>
  Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
