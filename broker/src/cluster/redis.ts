import redisPersistence from 'aedes-persistence-redis'
import { Redis } from 'ioredis'
import mqemitterRedis from 'mqemitter-redis'
import { createPatience } from './circuit-breaker.ts'
import type { CommonLine } from '../live/shared-subscribers.ts'
import { shelterLine, shelterSessions } from './without-redis.ts'

/** A door that opens goes without it sooner than it stays closed. */
const PATIENCE_AT_START_MS = 5_000
/** So much news may wait for a Redis that is away; more would fill the memory, and by then it is none. */
const MAX_UNTOLD = 10_000

type Cluster = {
  options: { mq?: unknown; persistence?: unknown }
  /** More than one broker: what they tell each other. */
  line?: CommonLine
  /** Whether so much waits to be told that news of the moment had better be left out. */
  isClogged: () => boolean
  close: () => Promise<void>
}

/** One broker keeps its sessions in memory; several share them through Redis. */
export function openCluster(redisUrl: string | undefined, onError: (error: Error) => void): Cluster {
  if (!redisUrl) return { options: {}, isClogged: () => false, close: async () => {} }
  // After so many tries ioredis would give up what waits, and with it the subscriptions of this broker for good.
  const open = (): Redis => {
    const connection = new Redis(redisUrl, { maxRetriesPerRequest: null }).on('error', onError)
    const quit = connection.quit.bind(connection)
    // Nobody hears how it ended: with Redis away it ends in a rejection.
    return Object.assign(connection, { quit: () => quit().catch(() => 'OK') })
  }
  const [conn, subConn, pubConn] = [open(), open(), open()]
  const mq = mqemitterRedis({ subConn, pubConn })
  mq.state.on('error', onError)
  const persistence = redisPersistence({ conn })
  shelterLine(mq, createPatience(onError))
  shelterSessions(persistence, createPatience(onError), createPatience(onError, PATIENCE_AT_START_MS))
  return {
    options: { mq, persistence },
    line: mq,
    isClogged: () => untold(pubConn) > MAX_UNTOLD,
    close: async () => {
      for (const connection of [conn, subConn, pubConn]) connection.disconnect()
    },
  }
}

// Safe: fields of ioredis 6, and no part of its types.
type Waiting = { commandQueue: { length: number }; offlineQueue: { length: number } }
const untold = (connection: Redis): number => {
  const { commandQueue, offlineQueue } = connection as unknown as Waiting
  return commandQueue.length + offlineQueue.length
}
