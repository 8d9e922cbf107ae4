import redisPersistence from 'aedes-persistence-redis'
import mqemitterRedis from 'mqemitter-redis'

type Cluster = {
  options: { mq?: unknown; persistence?: unknown }
  /** More than one broker: somebody elsewhere may listen. */
  isShared: boolean
  close: () => Promise<void>
}

/** One broker keeps its sessions in memory; several share them through Redis. */
export function openCluster(redisUrl: string | undefined): Cluster {
  if (!redisUrl) return { options: {}, isShared: false, close: async () => {} }
  const persistence = redisPersistence({ conn: redisUrl })
  const mq = mqemitterRedis({ connectionString: redisUrl })
  return {
    options: { mq, persistence },
    isShared: true,
    close: () => persistence.destroy(),
  }
}
