import { Readable } from 'node:stream'
import type mqemitterRedis from 'mqemitter-redis'
import type { Within } from './circuit-breaker.ts'
import type { Listening } from './listening.ts'

type Expected = (...given: unknown[]) => Promise<unknown>
type Streamed = (...given: unknown[]) => Readable
type Done = (error?: Error) => void
type Bus = ReturnType<typeof mqemitterRedis>

const nothing = (): undefined => undefined
const notKept = (): never => {
  throw new Error('no such packet')
}

/** The result of each call without an answer: a lasting session begins anew, and the watch, which learns so, asks for everything again. */
const WITHOUT: Record<string, () => unknown> = {
  subscriptionsByClient: () => [],
  cleanSubscriptions: nothing,
  addSubscriptions: nothing,
  removeSubscriptions: nothing,
  outgoingEnqueue: nothing,
  outgoingEnqueueCombi: nothing,
  outgoingUpdate: nothing,
  outgoingClearMessageId: nothing,
  incomingStorePacket: nothing,
  incomingGetPacket: notKept,
  incomingDelPacket: nothing,
  cleanIncoming: nothing,
  storeRetained: nothing,
}
const STREAMS = ['outgoingStream', 'createRetainedStreamCombi']

/** Sessions that are kept on Redis: aedes asks for them at every sign-in and SUBSCRIBE, and without an answer lets nobody in and reads nothing more. */
export function guardPersistence(persistence: object, within: Within, atStart: Within): void {
  // Safe: what aedes 1.2.0 asks of its persistence; a test freezes Redis.
  const asked = persistence as Record<string, Expected> & Record<string, Streamed>
  const wrap = (name: string, wait: Within, otherwise: () => unknown): void => {
    const ask = asked[name]?.bind(persistence) as Expected
    Object.assign(persistence, { [name]: async (...given: unknown[]) => wait(ask(...given), otherwise) })
  }
  for (const [name, otherwise] of Object.entries(WITHOUT)) wrap(name, within, otherwise)
  wrap('setup', atStart, nothing)
  for (const name of STREAMS) {
    const stream = asked[name]?.bind(persistence) as Streamed
    Object.assign(persistence, {
      [name]: (...given: unknown[]) => Readable.from(untilSilent(stream(...given), within)),
    })
  }
}

async function* untilSilent(stream: Readable, within: Within): AsyncGenerator {
  const all = stream[Symbol.asyncIterator]() as AsyncIterator<unknown>
  const over = (): IteratorResult<unknown> => ({ done: true, value: undefined })
  for (;;) {
    const next = await within(all.next(), over)
    if (next.done) return
    yield next.value
  }
}

/** The bus between the nodes: everything is sent in its turn, but no connection waits until Redis has confirmed it. */
export function guardBus(
  bus: Bus,
  within: Within,
  { whenListening }: Pick<Listening, 'whenListening'>,
): void {
  const { on, removeListener, emit, close } = bus
  const finish = (work: (finished: Done) => unknown, done: Done = nothing): void => {
    const finished = new Promise<void>((resolve, reject) =>
      work((error) => (error ? reject(error) : resolve())),
    )
    within(finished, nothing).then(() => done(), done)
  }
  const guarded: Omit<Bus, 'state'> = {
    on: (topic, listener, done) => finish((finished) => on.call(bus, topic, listener, finished), done),
    removeListener: (topic, listener, done) =>
      finish((finished) => removeListener.call(bus, topic, listener, finished), done),
    emit: (packet, done) => finish((finished) => whenListening(() => emit.call(bus, packet, finished)), done),
    close: (done) => finish((finished) => close.call(bus, finished), done),
  }
  Object.assign(bus, guarded)
}
