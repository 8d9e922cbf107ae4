import { useEffect } from 'react'
import { reloadScreens } from '../../ui/page/reload.ts'

/** What that brings about is done within a second. */
const DONE_MS = 2_000
/** Longer than that no timer waits. */
const LONGEST_MS = 2 ** 31 - 1

/** Shows the screen anew when the next of these moments has come: what was planned has begun or ended. */
export function useReloadAt(moments: readonly Date[]): void {
  const written = moments.map(Number).join(' ')
  useEffect(() => {
    const waits = written.split(' ').map((at) => Number(at) + DONE_MS - Date.now())
    const next = Math.min(...waits.filter((inMs) => inMs > 0))
    if (next > LONGEST_MS) return
    const timer = setTimeout(reloadScreens, next)
    return () => clearTimeout(timer)
  }, [written])
}
