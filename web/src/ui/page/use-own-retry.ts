import { useEffect } from 'react'
import { isLostCode } from '../../http/lost-code.ts'
import { failureOf } from './load-failure.ts'

const SOONEST_MS = 3_000
const LATEST_MS = 60_000
/** What fails again a frame after it was asked for is of the same try. */
const SHOWN_MS = 1_000

let failingSince = 0
let failedAt = 0
let running = 0

/** A try that nobody asked for is silent: the screen in front of them has the words already. */
export const isOwnRetry = (): boolean => running > 0

/** The longer it has failed, the longer until the next try, up to a minute. `chance` is 0 to 1, so that a thousand screens do not come back in the same instant. */
export const retryPauseMs = (failingMs: number, chance: number): number =>
  Math.min(Math.max(failingMs / 2, SOONEST_MS), LATEST_MS) * (0.75 + chance / 2)

/** Where nobody answered, or a server that could not: it may be able to now. Lost code comes with a new page alone, and is no matter of a moment. */
function mayPass(error: unknown): boolean {
  const { status } = failureOf(error)
  return !isLostCode(error) && (status === 0 || status === 429 || status >= 500)
}

/** For how long it has failed, over all the tries. */
function failingMs(now: number): number {
  if (now - failedAt > 2 * LATEST_MS) failingSince = now
  failedAt = now
  return now - failingSince
}

async function tryAgain(load: () => Promise<void>): Promise<void> {
  running++
  try {
    await load()
  } finally {
    setTimeout(() => running--, SHOWN_MS)
  }
}

/** A screen that did not come is asked for again by itself: nobody stands at a wall to press the button. */
export function useOwnRetry(error: unknown, load: () => Promise<void>): void {
  useEffect(() => {
    if (!mayPass(error)) return
    const again = () => void tryAgain(load)
    const timer = setTimeout(again, retryPauseMs(failingMs(Date.now()), Math.random()))
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [error, load])
}
