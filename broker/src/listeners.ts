import { createServer, type Server, type Socket } from 'node:net'
import type { Env } from './env.ts'
import { createTlsDoor } from './tls.ts'

export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 4_096 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** The doors: MQTT over TCP, and over TLS where a certificate is set. MQTT over WebSocket comes through the api, which relays it here. */
export async function openDoors(
  env: Env,
  welcome: (socket: Socket) => void,
  onReload: (error?: Error) => void,
): Promise<Server[]> {
  const onSocket = (socket: Socket) => {
    socket.setNoDelay(true)
    // A client may ask for no keep-alive of MQTT's own, and its half-open line would stand for ever.
    socket.setKeepAlive(true, 60_000)
    welcome(socket)
  }
  const tcp = createServer(onSocket)
  await listen(tcp, env.MQTT_PORT, env.HOST)
  if (!env.TLS_CERT || !env.TLS_KEY) return [tcp]

  const files = { cert: env.TLS_CERT, key: env.TLS_KEY }
  const tls = createTlsDoor({ files, onSocket, onReload })
  await listen(tls, env.MQTTS_PORT, env.HOST)
  return [tcp, tls]
}

export const closeDoors = (servers: readonly Server[]): Promise<unknown> =>
  Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
