import { setTimeout as wait } from 'node:timers/promises'
import { type Batch, emptyBatch, type Message } from './batch.ts'
import { isDataFault } from './database-faults.ts'

const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 2_000

export type LaneOptions = {
  /** Commits; throws when the database is away or refuses. */
  store: (messages: readonly Message[]) => Promise<void>
  /** Keeps a single message that the database refuses for its content. */
  setAside: (message: Message, error: Error) => Promise<void>
  onRetry: (error: Error) => void
  /** At most this many readings a commit, so that none takes long. */
  maxReadings: number
  /** Commits start at least this far apart: at a low rate that is fewer, fuller commits; a lane at rest commits at once. */
  lingerMs: number
}

/** One writer: a commit at a time, and what gathers meanwhile is the next. Messages of one device stay in order. */
export function createLane({ store, setAside, onRetry, maxReadings, lingerMs }: LaneOptions) {
  const queue: Batch[] = []
  let isWriting = false
  let lastCommit = Number.NEGATIVE_INFINITY

  function accept(message: Message): Promise<void> {
    const batch = openBatch(message.decoded.readings.length)
    batch.messages.push(message)
    batch.readings += message.decoded.readings.length
    return new Promise((resolve) => {
      batch.waiting.push(resolve)
      if (!isWriting) void drain()
    })
  }

  function openBatch(readings: number): Batch {
    const last = queue.at(-1)
    if (last && last.readings + readings <= maxReadings) return last
    const batch = emptyBatch()
    queue.push(batch)
    return batch
  }

  async function drain(): Promise<void> {
    isWriting = true
    // What one turn of the event loop brings belongs together.
    await new Promise(setImmediate)
    // Between the last look at the queue and the end of writing nothing is awaited: a message that came there would wait for ever.
    while (queue.length > 0) {
      await rest()
      const batch = queue.shift()
      if (!batch) continue
      await commit(batch.messages)
      for (const resolve of batch.waiting) resolve()
    }
    isWriting = false
  }

  async function rest(): Promise<void> {
    const restMs = lastCommit + lingerMs - performance.now()
    if (restMs > 0) await wait(restMs)
    lastCommit = performance.now()
  }

  /** Returns when every message is committed or set aside; while the database is away it tries for ever. */
  async function commit(messages: readonly Message[]): Promise<void> {
    const fault = await persist(() => store(messages), onRetry)
    if (!fault) return
    // One bad message fails the whole statement: halve until it stands alone.
    const [only] = messages
    if (messages.length === 1 && only) {
      await persist(() => setAside(only, fault), onRetry)
      return
    }
    const middle = Math.ceil(messages.length / 2)
    await commit(messages.slice(0, middle))
    await commit(messages.slice(middle))
  }

  return { accept }
}

export type Lane = ReturnType<typeof createLane>

/** Does the work, however often the database must be asked; answers the error if it is the content that is refused. */
async function persist(
  work: () => Promise<void>,
  onRetry: (error: Error) => void,
): Promise<Error | undefined> {
  for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
    try {
      await work()
      return undefined
    } catch (thrown) {
      const error = thrown as Error
      if (isDataFault(error)) return error
      onRetry(error)
      await wait(retryMs)
    }
  }
}
