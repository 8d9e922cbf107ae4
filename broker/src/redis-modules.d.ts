declare module 'aedes-persistence-redis' {
  import type { Redis } from 'ioredis'
  export default function persistence(options: { conn: Redis }): unknown
}
declare module 'mqemitter-redis' {
  import type { EventEmitter } from 'node:events'
  import type { Redis } from 'ioredis'
  type Packet = { topic: string; payload: Buffer | string }
  type Emitter = {
    state: EventEmitter
    on: (topic: string, hear: (packet: Packet, done: () => void) => void) => unknown
    emit: (packet: Packet) => unknown
  }
  export default function emitter(options: { subConn: Redis; pubConn: Redis }): Emitter
}
