import { setTimeout as wait } from 'node:timers/promises'

/** Fewer than there are connections to the database: what watches send now is committed beside it. */
const AT_ONCE = 4
const GATHER_MS = 100

/** Does it with all of them, a few at once. */
export async function fewAtATime<One>(
  all: readonly One[],
  work: (one: One) => Promise<unknown>,
): Promise<void> {
  const left = all.values()
  const worker = async (): Promise<void> => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** The listener reports a gap once for each channel: all of them are caught up with once, and again for what was reported meanwhile. Work must not throw. */
export function createCatchUp(work: () => Promise<void>): () => void {
  let isDue = false
  let isWorking = false

  async function catchUp(): Promise<void> {
    isWorking = true
    while (isDue) {
      await wait(GATHER_MS)
      isDue = false
      await work()
    }
    isWorking = false
  }

  return () => {
    isDue = true
    if (!isWorking) void catchUp()
  }
}
