declare module 'aedes-persistence-redis' {
  import type { Redis } from 'ioredis'
  export default function persistence(options: { conn: Redis }): object
}
declare module 'mqemitter-redis' {
  import type { EventEmitter } from 'node:events'
  import type { Redis } from 'ioredis'
  type Packet = { topic: string; payload: Buffer | string }
  type Listener = (packet: Packet, done: () => void) => void
  type Done = (error?: Error) => void
  type Emitter = {
    state: EventEmitter
    on: (topic: string, receive: Listener, done?: Done) => unknown
    removeListener: (topic: string, receive: Listener, done?: Done) => unknown
    emit: (packet: Packet, done?: Done) => unknown
    close: (done: Done) => unknown
  }
  export default function emitter(options: { subConn: Redis; pubConn: Redis }): Emitter
}
