import { Refusal } from '@carewatch/contracts/refusal'

const RETRY_SECONDS = 5

/** Work of which each person has one at a time. */
export function createOneEach() {
  const working = new Set<number>()
  return async <T>(userId: number, work: () => Promise<T>): Promise<T> => {
    if (working.has(userId)) throw new Refusal('tooMany', 'tooMany', { retryAfterSeconds: RETRY_SECONDS })
    working.add(userId)
    try {
      return await work()
    } finally {
      working.delete(userId)
    }
  }
}
