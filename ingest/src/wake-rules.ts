import { setTimeout as wait } from 'node:timers/promises'
import { QUEUES } from '@carewatch/contracts/jobs'
import { openQueues, type QueueSettings } from '@carewatch/platform/queues'

const AT_MOST_EVERY_MS = 20

/** Calls `add` when asked, never twice at once and never more often than this: while the queue is away nothing piles up before it. */
function createBell(add: () => Promise<unknown>, everyMs: number): () => void {
  let isDue = false
  let isRinging = false

  async function ring(): Promise<void> {
    isRinging = true
    while (isDue) {
      isDue = false
      await Promise.all([add(), everyMs > 0 ? wait(everyMs) : undefined])
    }
    isRinging = false
  }

  return () => {
    isDue = true
    if (!isRinging) void ring()
  }
}

/** Tells the rules that something waits in `unjudged`. Only a wake-up: one that gets lost costs the sweeper's second. */
export function createWakeRules(settings: QueueSettings) {
  const { queue, close } = openQueues(settings)
  const bell = (name: string, everyMs: number): (() => void) => {
    const rung = queue(name)
    return createBell(() => rung.add('wake', {}).catch(settings.onError), everyMs)
  }
  const readings = bell(QUEUES.readings, AT_MOST_EVERY_MS)
  const urgent = bell(QUEUES.urgent, 0)

  return {
    wake: ({ isUrgent }: { isUrgent: boolean }): void => (isUrgent ? urgent() : readings()),
    close,
  }
}
