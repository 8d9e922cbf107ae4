import { useEffect } from 'react'
import { reloadScreens } from './reload.ts'

const EVERY_MS = 5_000
/** A watch that is asleep may take hours: nobody asks for it every few seconds. */
const TIMES = 12

/** Looks again for a minute, as long as something is on its way; `about` changes when something new is. */
export function useReloadWhile(isWaiting: boolean, about: string): void {
  useEffect(() => {
    if (!isWaiting) return
    let left = TIMES
    const timer = setInterval(() => {
      if (left-- <= 0) return clearInterval(timer)
      if (!document.hidden) reloadScreens()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isWaiting, about])
}
