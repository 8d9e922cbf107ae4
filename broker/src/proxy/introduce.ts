import type { Socket } from 'node:net'
import { noteCaller } from './caller.ts'
import { readProxyHeader } from './header.ts'

const WITHIN_MS = 5_000

type Accepted = { onSocket: (socket: Socket) => void; onRefused: () => void; withinMs?: number }

/** Reads the balancer's header, and hands the connection on as if it began after that. A connection without one, or not in time, is cut. */
export function introduce(socket: Socket, { onSocket, onRefused, withinMs = WITHIN_MS }: Accepted): void {
  let received: Buffer = Buffer.alloc(0)
  const late = setTimeout(refuse, withinMs)
  const ignore = (): void => {}

  function leave(): void {
    clearTimeout(late)
    socket.off('readable', receive)
    socket.off('close', leave)
    socket.off('error', ignore)
  }
  function refuse(): void {
    leave()
    socket.destroy()
    onRefused()
  }
  function receive(): void {
    for (let chunk = read(socket); chunk; chunk = read(socket)) received = Buffer.concat([received, chunk])
    const header = readProxyHeader(received)
    if (header === 'more') return
    if (header === 'broken') return refuse()
    leave()
    noteCaller(socket, header.address)
    if (received.length > header.bytes) socket.unshift(received.subarray(header.bytes))
    onSocket(socket)
  }
  socket.on('readable', receive).on('close', leave).on('error', ignore)
}

// Safe: a socket without an encoding gives bytes.
const read = (socket: Socket): Buffer | null => socket.read() as Buffer | null

/** What a listener does with each connection: straight on, or after the balancer's header. */
export const acceptConnections = (isProxied: boolean, accepted: Accepted): ((socket: Socket) => void) =>
  isProxied ? (socket) => introduce(socket, accepted) : accepted.onSocket
