import { Readable } from 'node:stream'
import type mqemitterRedis from 'mqemitter-redis'
import type { Within } from './circuit-breaker.ts'

type Asked = (...given: unknown[]) => Promise<unknown>
type Streamed = (...given: unknown[]) => Readable
type Done = (error?: Error) => void
type Line = ReturnType<typeof mqemitterRedis>

const nothing = (): undefined => undefined
const notKept = (): never => {
  throw new Error('no such packet')
}

/** What each question is worth without an answer: a session that lasts begins anew, and the watch, told so, asks for everything again. */
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
export function shelterSessions(persistence: object, within: Within, patient: Within): void {
  // Safe: what aedes 1.2.0 asks of its persistence; a test freezes Redis.
  const asked = persistence as Record<string, Asked> & Record<string, Streamed>
  const wrap = (name: string, wait: Within, otherwise: () => unknown): void => {
    const ask = asked[name]?.bind(persistence) as Asked
    Object.assign(persistence, { [name]: async (...given: unknown[]) => wait(ask(...given), otherwise) })
  }
  for (const [name, otherwise] of Object.entries(WITHOUT)) wrap(name, within, otherwise)
  wrap('setup', patient, nothing)
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

/** What the brokers tell each other: said and asked for in its turn, but nobody's connection waits until Redis says that it was. */
export function shelterLine(line: Line, within: Within): void {
  const { on, removeListener, emit, close } = line
  const finish = (work: (finished: Done) => unknown, done: Done = nothing): void => {
    const finished = new Promise<void>((resolve, reject) =>
      work((error) => (error ? reject(error) : resolve())),
    )
    within(finished, nothing).then(() => done(), done)
  }
  const sheltered: Omit<Line, 'state'> = {
    on: (topic, hear, done) => finish((finished) => on.call(line, topic, hear, finished), done),
    removeListener: (topic, hear, done) =>
      finish((finished) => removeListener.call(line, topic, hear, finished), done),
    emit: (packet, done) => finish((finished) => emit.call(line, packet, finished), done),
    close: (done) => finish((finished) => close.call(line, finished), done),
  }
  Object.assign(line, sheltered)
}
