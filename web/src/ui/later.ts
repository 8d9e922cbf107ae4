import { useEffect, useState } from 'react'

const LATEST_MS = 2_000
const AGAIN_MS = 5_000

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

/** Undefined until it is here; asked for again for as long as it does not come. */
export function useLater<Code>(code: Later<Code>, isNeededNow = false): Code | undefined {
  const [here, setHere] = useState(code.here)
  const isHere = here !== undefined
  useEffect(() => {
    if (isHere) return undefined
    let stop = () => {}
    let isGone = false
    const load = () => {
      code.load().then(
        (loaded) => isGone || setHere(() => loaded),
        () => {
          if (isGone) return
          const timer = setTimeout(load, AGAIN_MS)
          stop = () => clearTimeout(timer)
        },
      )
    }
    if (isNeededNow) load()
    else stop = whenIdle(load)
    return () => {
      isGone = true
      stop()
    }
  }, [code, isHere, isNeededNow])
  return here
}
