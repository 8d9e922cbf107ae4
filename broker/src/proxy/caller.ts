import type { Socket } from 'node:net'

/** Kept as long as the socket. */
const told = new WeakMap<Socket, string>()

/** Where a connection comes from: as the balancer told it, or by the socket itself. */
export const callerOf = (socket: Socket): string => told.get(socket) ?? socket.remoteAddress ?? ''

export const noteCaller = (socket: Socket, address: string | undefined): void => {
  if (address !== undefined) told.set(socket, address)
}
