/** Runs `work` whenever asked, never twice at once; a call during a run means one more run after it, and all wait for theirs. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const run = (): Promise<void> => {
    running = work().finally(() => {
      running = undefined
    })
    return running
  }

  return () => {
    if (!running) return run()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return run()
      })
    return next
  }
}
