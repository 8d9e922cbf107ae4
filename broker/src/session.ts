import type { Source } from '@carewatch/ingest/uplink'
import type { Client } from 'aedes'
import type { Principal } from './permission.ts'
import type { Bucket } from './rate.ts'

/** What the front door knows of one connection. */
export type Session = {
  principal: Principal
  source: Source | undefined
  signedInAt: Date
  bucket: Bucket
  /** Messages read and not yet acknowledged. */
  inFlight: number
  inFlightBytes: number
  waitingSince: number
}

/** Who is connected now, found by connection and by device. */
export function createSessions() {
  /** Kept as long as the connection object: a will is judged after the connection has gone. */
  const known = new WeakMap<Client, Session>()
  const open = new Map<Client, Session>()
  const byDevice = new Map<number, Set<Client>>()

  return {
    of: (client: Client): Session | undefined => known.get(client),
    all: (): IterableIterator<[Client, Session]> => open.entries(),
    count: (): number => open.size,
    clientsOf: (deviceId: number): readonly Client[] => [...(byDevice.get(deviceId) ?? [])],
    add(client: Client, session: Session): void {
      known.set(client, session)
      open.set(client, session)
      if (!session.source) return
      const clients = byDevice.get(session.source.deviceId) ?? new Set()
      byDevice.set(session.source.deviceId, clients.add(client))
    },
    /** Answers whether it was the device's last connection. */
    remove(client: Client): boolean {
      const session = open.get(client)
      open.delete(client)
      if (!session?.source) return false
      const clients = byDevice.get(session.source.deviceId)
      clients?.delete(client)
      if (clients?.size) return false
      return byDevice.delete(session.source.deviceId)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
