import redisPersistence from 'aedes-persistence-redis'
import { Redis } from 'ioredis'
import mqemitterRedis from 'mqemitter-redis'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createListening } from './listening.ts'
import type { MessageBus } from '../live/shared-subscribers.ts'
import { guardBus, guardPersistence } from './without-redis.ts'

/** A node that starts goes on without Redis sooner than it stays closed. */
const TIMEOUT_AT_START_MS = 5_000
/** So many messages may wait for a Redis that is away; more would fill the memory, and by then they are old. */
const MAX_UNSENT = 10_000

type Cluster = {
  options: { mq?: unknown; persistence?: unknown }
  /** With several nodes: the bus between them. */
  bus?: MessageBus
  /** Whether so much waits to be sent that live messages are better left out. */
  isClogged: () => boolean
  /** The node was deaf to the others for a while. */
  onDeaf: (listener: () => void) => void
  close: () => Promise<void>
}

/** One broker keeps its sessions in memory; several share them through Redis. */
export function openCluster(redisUrl: string | undefined, onError: (error: Error) => void): Cluster {
  if (!redisUrl) return { options: {}, isClogged: () => false, onDeaf: () => {}, close: async () => {} }
  // After so many tries ioredis would give up what waits, and with it the subscriptions of this broker for good.
  const open = (): Redis => {
    const connection = new Redis(redisUrl, { maxRetriesPerRequest: null }).on('error', onError)
    const quit = connection.quit.bind(connection)
    // Nobody awaits it: with Redis away it ends in a rejection.
    return Object.assign(connection, { quit: () => quit().catch(() => 'OK') })
  }
  const [conn, subConn, pubConn] = [open(), open(), open()]
  const mq = mqemitterRedis({ subConn, pubConn })
  mq.state.on('error', onError)
  const persistence = redisPersistence({ conn })
  const listening = createListening(subConn)
  guardBus(mq, createCircuitBreaker(onError), listening)
  guardPersistence(
    persistence,
    createCircuitBreaker(onError),
    createCircuitBreaker(onError, TIMEOUT_AT_START_MS),
  )
  return {
    options: { mq, persistence },
    bus: mq,
    isClogged: () => unsent(pubConn) + listening.waiting() > MAX_UNSENT,
    onDeaf: listening.onAgain,
    close: async () => {
      for (const connection of [conn, subConn, pubConn]) connection.disconnect()
    },
  }
}

// Safe: fields of ioredis 6, and no part of its types.
type Waiting = { commandQueue: { length: number }; offlineQueue: { length: number } }
const unsent = (connection: Redis): number => {
  const { commandQueue, offlineQueue } = connection as unknown as Waiting
  return commandQueue.length + offlineQueue.length
}
