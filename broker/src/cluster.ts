import redisPersistence from 'aedes-persistence-redis'
import { Redis } from 'ioredis'
import mqemitterRedis from 'mqemitter-redis'

type Cluster = {
  options: { mq?: unknown; persistence?: unknown }
  /** More than one broker: somebody elsewhere may listen. */
  isShared: boolean
  close: () => Promise<void>
}

/** One broker keeps its sessions in memory; several share them through Redis. */
export function openCluster(redisUrl: string | undefined, onError: (error: Error) => void): Cluster {
  if (!redisUrl) return { options: {}, isShared: false, close: async () => {} }
  const open = (): Redis => new Redis(redisUrl).on('error', onError)
  const [conn, subConn, pubConn] = [open(), open(), open()]
  const mq = mqemitterRedis({ subConn, pubConn })
  mq.state.on('error', onError)
  return {
    options: { mq, persistence: redisPersistence({ conn }) },
    isShared: true,
    close: async () => {
      for (const connection of [conn, subConn, pubConn]) connection.disconnect()
    },
  }
}
