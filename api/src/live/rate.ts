/** At most `perSecond` in any burst, refilled as time goes by. */
export function createRate(perSecond: number, start: number) {
  let left = perSecond
  let then = start
  return function mayPass(now: number): boolean {
    left = Math.min(perSecond, left + (Math.max(0, now - then) / 1_000) * perSecond)
    then = now
    if (left < 1) return false
    left--
    return true
  }
}
