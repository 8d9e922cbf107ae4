import type { Change } from './rows.ts'

const GATHER_MS = 200
const AGAIN_MS = 2_000

type Gathered = Change & { dueAt: number }
type Options = {
  /** How long a lost connection is waited for: the watch may be coming to another node. */
  graceMs: number
  write: (due: ReadonlyMap<number, Change>) => Promise<void>
  onError: (error: Error) => void
}

/** What changed of each watch, gathered: 2,000 that return at once are one statement. One at a time: what happened later is written later. */
export function createPresenceBatch({ graceMs, write, onError }: Options) {
  let gathered = new Map<number, Gathered>()
  let timer: NodeJS.Timeout | undefined
  let isLeaving = false

  function takeDue(): Map<number, Gathered> {
    const now = Date.now()
    const isDue = ({ dueAt, online }: Gathered): boolean => dueAt <= now || (isLeaving && online)
    const due = new Map([...gathered].filter(([, change]) => isDue(change)))
    for (const id of due.keys()) gathered.delete(id)
    return due
  }

  async function flush(): Promise<void> {
    const due = takeDue()
    let waitMs = GATHER_MS
    try {
      if (due.size > 0) await write(due)
    } catch (error) {
      onError(error as Error)
      gathered = new Map([...due, ...gathered])
      waitMs = AGAIN_MS
    }
    timer = gathered.size > 0 && !isLeaving ? setTimeout(() => void flush(), waitMs) : undefined
  }

  return {
    has: (deviceId: number): boolean => gathered.has(deviceId),
    add(change: Change): void {
      // A connection that ends now was closed by us: its watch is at another node soon, or is swept with this node.
      if (isLeaving && !change.online) return
      const dueAt = Date.now() + (change.online ? 0 : graceMs)
      gathered.set(change.source.deviceId, { ...change, dueAt })
      if (!isLeaving) timer ??= setTimeout(() => void flush(), GATHER_MS)
    },
    leave: (): void => {
      isLeaving = true
    },
    async close(): Promise<void> {
      isLeaving = true
      clearTimeout(timer)
      await flush()
    },
  }
}
