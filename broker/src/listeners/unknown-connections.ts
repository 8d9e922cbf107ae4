import type { Socket } from 'node:net'
import { networkOf } from '../identity/network.ts'

/** So many may be open at once that have not said a word; a watch or an app says its first at once. */
const MOST_SILENT = 2_000
/** So many that said something and are not signed in yet: a whole fleet that comes back after an outage is fewer. */
const MOST_UNKNOWN = 20_000

type Connection = Pick<Socket, 'bytesRead' | 'destroy' | 'once'>
type Waiting = { bytesBefore: number; from: string }

/** Connections by where they come from, the oldest of each first. */
function createQueues() {
  const queues = new Map<string, Map<Connection, Waiting>>()
  const places = new Map<Connection, Waiting>()
  return {
    count: (): number => places.size,
    add(connection: Connection, waiting: Waiting): void {
      const queue = queues.get(waiting.from) ?? new Map<Connection, Waiting>()
      queues.set(waiting.from, queue.set(connection, waiting))
      places.set(connection, waiting)
    },
    remove(connection: Connection): void {
      const waiting = places.get(connection)
      if (!waiting) return
      places.delete(connection)
      const queue = queues.get(waiting.from)
      queue?.delete(connection)
      if (queue?.size === 0) queues.delete(waiting.from)
    },
    /** The oldest of where most come from. */
    next(): [Connection, Waiting] | undefined {
      let longest: Map<Connection, Waiting> | undefined
      for (const queue of queues.values()) if (queue.size > (longest?.size ?? 0)) longest = queue
      return longest?.entries().next().value
    },
  }
}

/**
 * Bounds the connections that nobody knows yet. Beyond it the oldest silent one of the network with most of them is cut: whoever fills the door fills it
 * against themselves, and a watch behind the same network, which speaks at once, is not the oldest silent one.
 */
export function createUnknownConnections({ mostSilent = MOST_SILENT, mostUnknown = MOST_UNKNOWN } = {}) {
  const silent = createQueues()
  const speaking = createQueues()

  function cut(connection: Connection): void {
    silent.remove(connection)
    speaking.remove(connection)
    connection.destroy()
  }

  /** One that spoke meanwhile is not silent any more, and is counted with those. */
  function makeRoom(): void {
    while (silent.count() > mostSilent) {
      const found = silent.next()
      if (!found) return
      const [connection, waiting] = found
      silent.remove(connection)
      if (connection.bytesRead > waiting.bytesBefore) speaking.add(connection, waiting)
      else cut(connection)
    }
    while (speaking.count() > mostUnknown) {
      const found = speaking.next()
      if (!found) return
      cut(found[0])
    }
  }

  const known = (connection: Connection): void => {
    silent.remove(connection)
    speaking.remove(connection)
  }

  return {
    /** What the balancer said of it came before: its bytes are none of the connection's own. */
    add(connection: Connection, address: string): void {
      silent.add(connection, { bytesBefore: connection.bytesRead, from: networkOf(address) })
      connection.once('close', () => known(connection))
      makeRoom()
    },
    /** It is signed in. */
    known,
    count: (): number => silent.count() + speaking.count(),
  }
}

export type UnknownConnections = ReturnType<typeof createUnknownConnections>
