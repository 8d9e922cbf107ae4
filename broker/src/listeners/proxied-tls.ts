import { createServer, type Server, type Socket } from 'node:net'
import { introduce } from '../proxy/introduce.ts'
import { createTlsListener, type TlsListener } from './tls.ts'

/** A TLS listener behind a balancer: the caller's address comes in the clear, before the handshake. */
export function createProxiedTlsListener(listener: TlsListener, onRefused: () => void): Server {
  const tls = createTlsListener(listener)
  const onSocket = (connection: Socket): void => void tls.emit('connection', connection)
  const server = createServer((socket) => introduce(socket, { onSocket, onRefused }))
  server.once('close', () => tls.close())
  return server
}
