const AGAIN_AFTER_MS = 60_000

/** Logs a fault when it begins, when it changes, and again each minute that it lasts. */
export function createFaultLog(log: (fault: string) => void) {
  let last: { fault: string; at: number } | undefined
  return (fault: string | undefined, now = Date.now()): void => {
    if (fault === undefined) {
      last = undefined
      return
    }
    if (fault === last?.fault && now - last.at < AGAIN_AFTER_MS) return
    last = { fault, at: now }
    log(fault)
  }
}
