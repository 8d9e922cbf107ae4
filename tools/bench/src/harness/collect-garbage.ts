import { setTimeout as wait } from 'node:timers/promises'

const ROUNDS = 4
const PAUSE_MS = 150

/** Resident memory holds the collector's reserve, which grows in steps of megabytes whoever connects; live memory lacks what lies outside the heap. */
export type Weight = { rss: number; live: number }

/** Freed pages go back to the system only some rounds later. */
async function collect(): Promise<Weight> {
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc?.()
    await wait(PAUSE_MS)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, live: heapUsed + external }
}

/** Preloaded beside a program whose memory is weighed: collects its garbage when asked, so that only what it keeps is weighed. */
process.on('message', (order) => {
  if (order === 'collect garbage')
    collect().then(
      (weight) => process.send?.(weight),
      () => process.abort(),
    )
})
