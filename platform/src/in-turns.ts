import { setImmediate as nextTurn } from 'node:timers/promises'

/** A call, a beacon or an alarm waits no longer for what is reckoned. */
const TURN_MS = 8

/** Does the pieces of a long reckoning one after the other, and lets whatever waits go first in between. */
export async function inTurns<Result>(pieces: Generator<unknown, Result>): Promise<Result> {
  for (let from = performance.now(); ;) {
    const { done, value } = pieces.next()
    if (done) return value
    if (performance.now() - from < TURN_MS) continue
    await nextTurn()
    from = performance.now()
  }
}
