import { Refusal } from '@carewatch/contracts/refusal'

/** Lets a few work at a time and a bounded number wait: hashing a password takes 19 MiB and tens of milliseconds of a core. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let working = 0
  const queue: (() => void)[] = []

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (working >= atOnce) {
      if (queue.length >= waiting) throw new Refusal('tooMany')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else working++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else working--
    }
  }
}
