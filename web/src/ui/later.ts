import { useEffect, useState } from 'react'
import { followNewBuild, isLostCode } from '../http/lost-code.ts'
import { snackFailure } from '../feedback/snack.ts'
import { hasUnsaved } from './form/unsaved.ts'
import { failureOf, loadAgain } from './page/load-failure.ts'

const LATEST_MS = 2_000
const AGAIN_MS = 5_000
const AGAIN_AT_LAST_MS = 60_000
/** Whatever hangs, what comes after the first screen comes then. */
export const LATEST_FIRST_SCREEN_MS = 10_000

/** Code that nobody needs before the screen stands. */
export type Later<Code> = { load: () => Promise<Code>; here: () => Code | undefined }

/** Fetched once; what did not come is asked for again by the next. */
export function later<Code>(fetchCode: () => Promise<Code>): Later<Code> {
  let code: Code | undefined
  let coming: Promise<Code> | undefined
  const load = async () => {
    coming ??= fetchCode()
    try {
      code = await coming
      return code
    } catch (error) {
      coming = undefined
      throw error
    }
  }
  return { load, here: () => code }
}

const { promise, resolve } = Promise.withResolvers<void>()

/** What the person came for stands: what they may need next has the line for itself. */
export const firstScreen: Promise<void> = promise

export const firstScreenStands = (): void => resolve()

/** Calls back when the first screen stands and the browser has nothing else to do. */
export function whenIdle(call: () => void): () => void {
  let stop = () => {}
  let isGone = false
  void firstScreen.then(() => {
    if (isGone) return
    if ('requestIdleCallback' in globalThis) {
      const waiting = requestIdleCallback(call, { timeout: LATEST_MS })
      stop = () => cancelIdleCallback(waiting)
    } else {
      const timer = setTimeout(call, 200)
      stop = () => clearTimeout(timer)
    }
  })
  return () => {
    isGone = true
    stop()
  }
}

let failures = 0
let pause: Promise<void> | undefined

/** One pause for all that did not come, longer after each failure: they ask again together. */
function pauseAfterFailure(): Promise<void> {
  pause ??= new Promise((ended) => {
    const lastsMs = Math.min(AGAIN_MS * 2 ** failures, AGAIN_AT_LAST_MS)
    failures += 1
    setTimeout(() => {
      pause = undefined
      ended()
    }, lastsMs)
  })
  return pause
}

/** A build that the server has no more loses its parts for good; what is not saved is worth more than they are. */
function giveWay(error: unknown): void {
  if (!isLostCode(error)) reportError(error)
  else if (!hasUnsaved()) void followNewBuild()
}

/** Undefined until it is here; asked for again for as long as it does not come. */
export function useLater<Code>(code: Later<Code>, isNeededNow = false): Code | undefined {
  const [here, setHere] = useState(code.here)
  const isHere = here !== undefined
  useEffect(() => {
    if (isHere) return undefined
    let stop = () => {}
    let isGone = false
    const load = async () => {
      try {
        const loaded = await code.load()
        failures = 0
        if (!isGone) setHere(() => loaded)
      } catch (error) {
        if (isGone) return
        if (isNeededNow || !pause) giveWay(error)
        // Somebody waits for what they asked for.
        if (isNeededNow) snackFailure(failureOf(error), () => void loadAgain())
        await pauseAfterFailure()
        if (!isGone) await load()
      }
    }
    if (isNeededNow) void load()
    else stop = whenIdle(() => void load())
    return () => {
      isGone = true
      stop()
    }
  }, [code, isHere, isNeededNow])
  return here
}
