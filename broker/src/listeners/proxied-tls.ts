import { createServer, type Server, type Socket } from 'node:net'
import { createTlsListener, type TlsListener } from './tls.ts'
import { callerOf, noteCaller } from '../proxy/caller.ts'
import { introduce } from '../proxy/introduce.ts'

const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** A TLS listener behind a balancer: the caller's address comes in the clear, before the handshake. */
export function createProxiedTlsListener({ onSocket, ...node }: TlsListener, onRefused: () => void): Server {
  /** By the balancer's own end of each connection: the one thing that the socket and the TLS socket on it share. */
  const callers = new Map<string, string>()
  const tls = createTlsListener({
    ...node,
    onSocket: (socket) => {
      noteCaller(socket, callers.get(endOf(socket)))
      onSocket(socket)
    },
  })
  const shakeHands = (socket: Socket): void => {
    const end = endOf(socket)
    callers.set(end, callerOf(socket))
    socket.once('close', () => callers.delete(end))
    tls.emit('connection', socket)
  }
  const server = createServer((socket) => introduce(socket, { onSocket: shakeHands, onRefused }))
  server.once('close', () => tls.close())
  return server
}
