/** One piece of work after the other: what was asked for first has ended before the next begins. */
export function createTurns(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return (work) => {
    last = last.catch(() => {}).then(work)
    return last
  }
}
