import redisPersistence from 'aedes-persistence-redis'
import { Redis } from 'ioredis'
import mqemitterRedis from 'mqemitter-redis'
import type { CommonLine } from './shared-audience.ts'

type Cluster = {
  options: { mq?: unknown; persistence?: unknown }
  /** More than one broker: what they tell each other. */
  line?: CommonLine
  close: () => Promise<void>
}

/** One broker keeps its sessions in memory; several share them through Redis. */
export function openCluster(redisUrl: string | undefined, onError: (error: Error) => void): Cluster {
  if (!redisUrl) return { options: {}, close: async () => {} }
  // After so many tries ioredis would give up what waits, and with it the subscriptions of this broker for good.
  const open = (): Redis => new Redis(redisUrl, { maxRetriesPerRequest: null }).on('error', onError)
  const [conn, subConn, pubConn] = [open(), open(), open()]
  const mq = mqemitterRedis({ subConn, pubConn })
  mq.state.on('error', onError)
  return {
    options: { mq, persistence: redisPersistence({ conn }) },
    line: mq,
    close: async () => {
      for (const connection of [conn, subConn, pubConn]) connection.disconnect()
    },
  }
}
