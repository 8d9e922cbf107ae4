import { setTimeout as wait } from 'node:timers/promises'
import { type Batch, emptyBatch } from './batch.ts'
import { persist } from './persist.ts'

export type BatcherOptions<Item> = {
  /** Commits; throws when the database is away or refuses. */
  store: (messages: readonly Item[]) => Promise<void>
  /** Keeps a single message that the database refuses for its content. */
  setAside: (message: Item, error: Error) => Promise<void>
  onRetry: (error: Error) => void
  /** How many facts a message holds, and how many at most a commit, so that none takes long. */
  sizeOf: (message: Item) => number
  maxFacts: number
  /** Commits start at least this far apart: at a low rate that is fewer, fuller commits; a batcher at rest commits at once. */
  lingerMs: number
}

/** One writer: a commit at a time, and what gathers meanwhile is the next. Messages of one device stay in order. */
export function createBatcher<Item>({
  store,
  setAside,
  onRetry,
  sizeOf,
  maxFacts,
  lingerMs,
}: BatcherOptions<Item>) {
  const queue: Batch<Item>[] = []
  let isWriting = false
  let lastCommit = Number.NEGATIVE_INFINITY

  function accept(message: Item): Promise<void> {
    const facts = sizeOf(message)
    const batch = openBatch(facts)
    batch.messages.push(message)
    batch.facts += facts
    return new Promise((resolve) => {
      batch.waiting.push(resolve)
      if (!isWriting) void drain()
    })
  }

  function openBatch(facts: number): Batch<Item> {
    const last = queue.at(-1)
    if (last && last.facts + facts <= maxFacts) return last
    const batch = emptyBatch<Item>()
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
    const leftMs = (): number => lastCommit + lingerMs - performance.now()
    // A timer counts from when its turn of the event loop began, and is early by as long as that took until here.
    for (let left = leftMs(); left > 0; left = leftMs()) await wait(left)
    lastCommit = performance.now()
  }

  /** Returns when every message is committed or set aside; while the database is away it tries for ever. */
  async function commit(messages: readonly Item[]): Promise<void> {
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

export type Batcher<Item> = ReturnType<typeof createBatcher<Item>>
