import type { Redis } from 'ioredis'

/** Nobody publishes here: that it is subscribed to says that everything before it is. */
const LAST_OF_ALL = 'carewatch/listening'

/**
 * Whether what is published comes back to this node. Redis forgets at once what nobody listens to, so after it was away nothing may be sent
 * before the node listens again, and what another node sent before that is missed.
 */
export function createListening(subConn: Redis) {
  const listeners: (() => void)[] = []
  let waiting = 0
  let gate: { promise: Promise<void>; resolve: () => void } | undefined

  subConn.on('close', () => (gate ??= Promise.withResolvers<void>()))
  subConn.on('ready', () => {
    // ioredis has just asked for its former subscriptions; they are answered in order.
    subConn.subscribe(LAST_OF_ALL).then(
      () => {
        const closed = gate
        if (!closed) return
        gate = undefined
        closed.resolve()
        for (const listener of listeners) listener()
      },
      () => {},
    )
  })

  return {
    /** How many wait to be sent. */
    waiting: (): number => waiting,
    /** Does it now, or in its turn as soon as the node listens again. */
    whenListening(work: () => void): void {
      if (!gate) return work()
      waiting++
      void gate.promise.then(() => {
        waiting--
        work()
      })
    },
    /** It listens again, and may have missed something. */
    onAgain: (listener: () => void): void => void listeners.push(listener),
  }
}

export type Listening = ReturnType<typeof createListening>
