import type { Held } from '../presence/rows.ts'
import type { TcpConnection } from './connection.ts'

/** The open TCP connections of watches: one a device. */
export function createTcpConnections() {
  const byDevice = new Map<number, TcpConnection>()

  return {
    of: (deviceId: number): TcpConnection | undefined => byDevice.get(deviceId),
    count: (): number => byDevice.size,
    devices: (): IterableIterator<number> => byDevice.keys(),
    held: (): [number, Held][] => [...byDevice],
    /** The last sign-in wins: a watch that comes back has often not closed its old connection. */
    add(tcp: TcpConnection): void {
      byDevice.get(tcp.deviceId)?.close()
      byDevice.set(tcp.deviceId, tcp)
    },
    /** Answers whether it was the device's current connection, and not one that a newer had replaced. */
    remove: (tcp: TcpConnection): boolean =>
      byDevice.get(tcp.deviceId) === tcp && byDevice.delete(tcp.deviceId),
  }
}

export type TcpConnections = ReturnType<typeof createTcpConnections>
