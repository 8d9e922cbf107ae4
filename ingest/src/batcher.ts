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
  /** How many commits may run at once, and which of them a message belongs to: what belongs to one is committed in order. */
  partitions?: number
  partitionOf?: (message: Item) => number
}

/** Up to so many facts the partitions that are idle are committed together: what a commit costs by itself is then more than what it holds. */
const TOGETHER_FACTS = 400

type Partition<Item> = { queue: Batch<Item>[]; isWriting: boolean }
type Taken<Item> = { of: Partition<Item>; batch: Batch<Item> }

const emptyPartition = <Item>(): Partition<Item> => ({ queue: [], isWriting: false })

/** The last one, or another behind it where that holds more than this. */
function openBatch<Item>(queue: Batch<Item>[], most: number): Batch<Item> {
  const last = queue.at(-1)
  if (last && last.facts <= most) return last
  const batch = emptyBatch<Item>()
  queue.push(batch)
  return batch
}

const factsOf = (batches: readonly Batch<unknown>[]): number =>
  batches.reduce((sum, { facts }) => sum + facts, 0)

const firstOf = <Item>({ queue }: Partition<Item>): Batch<Item> => queue[0] ?? emptyBatch()

type Committing<Item> = Pick<BatcherOptions<Item>, 'store' | 'setAside' | 'onRetry'>

/** Returns when every message is committed or set aside; while the database is away it tries for ever. */
async function commit<Item>(messages: readonly Item[], by: Committing<Item>): Promise<void> {
  const fault = await persist(() => by.store(messages), by.onRetry)
  if (fault) await divide(messages, { ...by, fault })
}

/** One bad message fails the whole statement: halve until it stands alone. */
async function divide<Item>(
  messages: readonly Item[],
  by: Committing<Item> & { fault: Error },
): Promise<void> {
  const [only] = messages
  if (messages.length === 1 && only) {
    await persist(() => by.setAside(only, by.fault), by.onRetry)
    return
  }
  const middle = Math.ceil(messages.length / 2)
  await commit(messages.slice(0, middle), by)
  await commit(messages.slice(middle), by)
}

/** One commit at a time of each partition, and what gathers meanwhile is the next: all that are idle in one while they hold little, else the fullest. */
export function createBatcher<Item>(options: BatcherOptions<Item>) {
  const { sizeOf, maxFacts, lingerMs, partitions: count = 1, partitionOf = () => 0 } = options
  const first = emptyPartition<Item>()
  const partitions = [first, ...Array.from({ length: count - 1 }, () => emptyPartition<Item>())]
  let isComing = false
  let lastCommit = Number.NEGATIVE_INFINITY

  function accept(message: Item): Promise<void> {
    const facts = sizeOf(message)
    // What belongs to none that there is belongs to the first.
    const { queue } = partitions[partitionOf(message) % count] ?? first
    const batch = openBatch(queue, maxFacts - facts)
    batch.messages.push(message)
    batch.facts += facts
    return new Promise((resolve) => {
      batch.waiting.push(resolve)
      if (!isComing) void begin()
    })
  }

  const ready = (): Partition<Item>[] =>
    partitions.filter(({ queue, isWriting }) => queue.length > 0 && !isWriting)

  /** Between the last look at the queues and the end of this nothing is awaited: a message that came there would wait for ever. */
  async function begin(): Promise<void> {
    isComing = true
    // What one turn of the event loop brings belongs together.
    await new Promise(setImmediate)
    while (ready().length > 0) {
      await rest()
      void write(chosen())
    }
    isComing = false
  }

  function chosen(): Partition<Item>[] {
    const idle = ready()
    if (factsOf(idle.map(firstOf)) <= TOGETHER_FACTS) return idle
    return idle.toSorted((one, other) => firstOf(other).facts - firstOf(one).facts).slice(0, 1)
  }

  async function write(writing: readonly Partition<Item>[]): Promise<void> {
    for (const partition of writing) partition.isWriting = true
    const taken = writing.map((of) => ({ of, batch: of.queue.shift() ?? emptyBatch<Item>() }))
    const messages = taken.flatMap(({ batch }) => batch.messages)
    const fault = await persist(() => options.store(messages), options.onRetry)
    // What is refused is of one partition, and the others do not wait until it is found.
    const alone = taken.map(async (one) => {
      if (fault) await (taken.length > 1 ? commit : divide)(one.batch.messages, { ...options, fault })
      end(one)
    })
    await Promise.all(alone)
  }

  function end({ of, batch }: Taken<Item>): void {
    of.isWriting = false
    for (const resolve of batch.waiting) resolve()
    if (!isComing && ready().length > 0) void begin()
  }

  async function rest(): Promise<void> {
    const leftMs = (): number => lastCommit + lingerMs - performance.now()
    // A timer counts from when its turn of the event loop began, and is early by as long as that took until here.
    for (let left = leftMs(); left > 0; left = leftMs()) await wait(left)
    lastCommit = performance.now()
  }

  return { accept }
}

export type Batcher<Item> = ReturnType<typeof createBatcher<Item>>
