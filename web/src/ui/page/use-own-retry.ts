import { useEffect } from 'react'
import { Failure } from '../../http/failure.ts'

const SOONEST_MS = 3_000
const LATEST_MS = 60_000
/** What fails again a frame after it was asked for is of the same try. */
const SHOWN_MS = 1_000
/** A try that hangs keeps nothing silent for ever. */
const HANGS_MS = 30_000

let failingSince = 0
let failedAt = 0
let quietUntil = 0
let hadFocus = false

/** A try that nobody asked for is silent: the screen in front of them has the words already. */
export const isOwnRetry = (): boolean => Date.now() < quietUntil

/** Whether the try that nobody asked for took the focus from the button that it was on. */
export const tookFocus = (): boolean => isOwnRetry() && hadFocus

/** The longer it has failed, the longer until the next try, up to a minute. `chance` is 0 to 1, so that a thousand screens do not come back in the same instant. */
export const retryPauseMs = (failingMs: number, chance: number): number =>
  Math.min(Math.max(failingMs / 2, SOONEST_MS), LATEST_MS) * (0.75 + chance / 2)

/** Where nobody answered, or a server that could not: it may be able to now. A fault of the page's own, or lost code, comes again. */
const mayPass = (error: unknown): boolean =>
  error instanceof Failure && (error.status === 0 || error.status === 429 || error.status >= 500)

/** For how long it has failed, over all the tries. */
function failingMs(now: number): number {
  if (now - failedAt > 2 * LATEST_MS) failingSince = now
  failedAt = now
  return now - failingSince
}

async function tryAgain(load: () => Promise<void>): Promise<void> {
  const before = failedAt
  quietUntil = Date.now() + HANGS_MS
  hadFocus = Boolean(document.activeElement?.closest('[data-load-failed]'))
  await load()
  quietUntil = Date.now() + SHOWN_MS
  // It came: what fails next fails anew.
  setTimeout(() => (failedAt = failedAt === before ? 0 : failedAt), SHOWN_MS)
}

/** A screen that did not come is asked for again by itself: nobody stands at a wall to press the button. */
export function useOwnRetry(error: unknown, load: () => Promise<void>): void {
  useEffect(() => {
    if (!mayPass(error)) return
    const after = (ms: number) => setTimeout(() => void tryAgain(load), ms)
    let timer = after(retryPauseMs(failingMs(Date.now()), Math.random()))
    const sooner = () => {
      clearTimeout(timer)
      timer = after(SHOWN_MS * Math.random())
    }
    addEventListener('online', sooner)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', sooner)
    }
  }, [error, load])
}
