import { setTimeout as wait } from 'node:timers/promises'

const AGAIN_MS = 500

/** Answers what to call when something was missed: as soon as `ask` succeeds, everybody is told once, however often it was called. */
export function onceBack(ask: () => Promise<unknown>, notify: () => void): () => void {
  let isWaiting = false

  async function untilBack(): Promise<void> {
    for (;;) {
      try {
        await ask()
        return
      } catch {
        await wait(AGAIN_MS, undefined, { ref: false })
      }
    }
  }

  return () => {
    if (isWaiting) return
    isWaiting = true
    void untilBack().then(() => {
      isWaiting = false
      notify()
    })
  }
}
