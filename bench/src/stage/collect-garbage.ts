import { setTimeout as wait } from 'node:timers/promises'

const ROUNDS = 4
const PAUSE_MS = 150

/** Freed pages go back to the system only some rounds later. */
async function collect(): Promise<number> {
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc?.()
    await wait(PAUSE_MS)
  }
  return process.memoryUsage().rss
}

/** Preloaded beside a program whose memory is weighed: collects its garbage when asked, so that only what it keeps is weighed. */
process.on('message', (order) => {
  if (order === 'collect garbage')
    collect().then(
      (rss) => process.send?.({ rss }),
      () => process.abort(),
    )
})
