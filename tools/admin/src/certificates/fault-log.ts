const AGAIN_AFTER_MS = 60_000

/** Logs a fault when it begins, when it changes, and again after each minute that it lasts, or as often as is given. */
export function createFaultLog(log: (fault: string) => void, againAfterMs = AGAIN_AFTER_MS) {
  let last: { fault: string; at: number } | undefined
  return (fault: string | undefined, now = Date.now()): void => {
    if (fault === undefined) {
      last = undefined
      return
    }
    if (fault === last?.fault && now - last.at < againAfterMs) return
    last = { fault, at: now }
    log(fault)
  }
}
