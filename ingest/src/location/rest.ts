const FAILURES_MAX = 3
const REST_MS = 60_000

/** Who failed a few times running is left alone for a while, and then asked by one alone until it answers. */
export function createRest(now: () => number) {
  let failures = 0
  let until = Number.NEGATIVE_INFINITY
  return {
    /** How many may ask at once. */
    most: (usual: number): number => (failures < FAILURES_MAX ? usual : Number(now() >= until)),
    answered: (): void => {
      failures = 0
    },
    /** Answers whether a rest begins. */
    failed: (): boolean => {
      failures++
      if (failures < FAILURES_MAX) return false
      until = now() + REST_MS
      return true
    },
  }
}
