import { Refusal } from '@carewatch/contracts/refusal'
import type { Readable } from 'node:stream'

const MOST = 2
const RETRY_SECONDS = 10

/** How many exports of each person are still on their way. */
export function createTurns() {
  const running = new Map<number, number>()

  function end(userId: number): void {
    const left = (running.get(userId) ?? 1) - 1
    if (left > 0) running.set(userId, left)
    else running.delete(userId)
  }

  return {
    /** Makes a stream unless two of this person's are still running; its turn ends with it, whether it was read to the end or dropped. */
    async take(userId: number, make: () => Promise<Readable>): Promise<Readable> {
      const others = running.get(userId) ?? 0
      if (others >= MOST) throw new Refusal('tooMany', 'tooManyExports', { retryAfterSeconds: RETRY_SECONDS })
      running.set(userId, others + 1)
      try {
        const stream = await make()
        return stream.once('close', () => end(userId))
      } catch (error) {
        end(userId)
        throw error
      }
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
