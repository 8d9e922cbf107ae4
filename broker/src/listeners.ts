import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Env } from './env.ts'

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
export async function openDoors(env: Env, welcome: (socket: Socket) => void): Promise<Server[]> {
  const onSocket = (socket: Socket) => {
    socket.setNoDelay(true)
    welcome(socket)
  }
  const tcp = createServer(onSocket)
  await listen(tcp, env.MQTT_PORT, env.HOST)
  if (!env.TLS_CERT || !env.TLS_KEY) return [tcp]

  const tls = createTlsServer(
    { cert: readFileSync(env.TLS_CERT), key: readFileSync(env.TLS_KEY), minVersion: 'TLSv1.2' },
    onSocket,
  )
  // A broken handshake is the client's trouble.
  tls.on('tlsClientError', () => {})
  await listen(tls, env.MQTTS_PORT, env.HOST)
  return [tcp, tls]
}

export const closeDoors = (servers: readonly Server[]): Promise<unknown> =>
  Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
