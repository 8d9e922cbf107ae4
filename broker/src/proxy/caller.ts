import type { Socket } from 'node:net'

/** Kept as long as the socket. */
const addresses = new WeakMap<Socket, string>()

/** Where a connection comes from: as the balancer's header says, or by the socket itself. */
export const callerOf = (socket: Socket): string => addresses.get(socket) ?? socket.remoteAddress ?? ''

export const noteCaller = (socket: Socket, address: string | undefined): void => {
  if (address !== undefined) addresses.set(socket, address)
}
