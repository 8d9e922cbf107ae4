declare module 'aedes-persistence-redis' {
  import type { Redis } from 'ioredis'
  export default function persistence(options: { conn: Redis }): unknown
}
declare module 'mqemitter-redis' {
  import type { EventEmitter } from 'node:events'
  import type { Redis } from 'ioredis'
  export default function emitter(options: { subConn: Redis; pubConn: Redis }): { state: EventEmitter }
}
