import type { Client, Subscription } from 'aedes'
import type { Policy } from './policy.ts'

type Store = {
  addSubscriptions: (client: Client, subscriptions: Subscription[]) => Promise<void>
  outgoingClearMessageId: (client: Client, packet: object) => Promise<unknown>
}

/**
 * Where aedes keeps sessions that last, without three things that it would keep there:
 *
 * Subscriptions that were refused. Aedes 1.2 keeps a whole SUBSCRIBE, the refused filters too, and again for each that was granted: ten thousand
 * filters would stop everybody for seconds.
 *
 * Wills. A will is published by the node that held the connection. Kept for the day that node dies, it would be published by another minutes later,
 * when its device is long back or was swept, as nobody's: aedes 1.2 takes our refusal for a failure of its own.
 *
 * An empty list for each name that ever acknowledged a message, though its session is not kept: programs often come by a new name each time.
 */
export function guardedPersistence(persistence: object, maySubscribe: Policy['maySubscribe']): object {
  // Safe: what aedes 1.2 asks of a persistence; the types of aedes-persistence 11 still say callbacks.
  const { addSubscriptions, outgoingClearMessageId } = persistence as Store
  const add = addSubscriptions.bind(persistence)
  const clear = outgoingClearMessageId.bind(persistence)
  const stored = new WeakMap<Subscription[], Promise<void>>()
  return Object.assign(persistence, {
    addSubscriptions: (client: Client, asked: Subscription[]): Promise<void> => {
      // Once for each SUBSCRIBE, not for each of its filters.
      const storing =
        stored.get(asked) ??
        add(
          client,
          asked.filter((subscription) => maySubscribe(client, subscription)),
        )
      stored.set(asked, storing)
      return storing
    },
    outgoingClearMessageId: async (client: Client, packet: object): Promise<unknown> =>
      client.clean ? undefined : clear(client, packet),
    putWill: async () => undefined,
    delWill: async () => undefined,
    streamWill: () => [],
  })
}
