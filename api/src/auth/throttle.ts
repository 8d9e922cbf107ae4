/** Failures that are forgiven before the first wait. */
export type ThrottleRule = { freeFailures: number; firstWaitMs: number; longestWaitMs: number }

/** Per account: five wrong passwords, then a minute, doubling to an hour. */
export const ACCOUNT_RULE: ThrottleRule = { freeFailures: 5, firstWaitMs: 60_000, longestWaitMs: 3_600_000 }
/** Per address more are forgiven: a whole nursing home may stand behind one. */
export const ADDRESS_RULE: ThrottleRule = { ...ACCOUNT_RULE, freeFailures: 20 }

const MOST_REMEMBERED = 20_000

type Tries = { failures: number; blockedUntil: number; forgetAt: number }

/** How long to wait after this many failures. */
export function waitMs(failures: number, { freeFailures, firstWaitMs, longestWaitMs }: ThrottleRule): number {
  if (failures < freeFailures) return 0
  return Math.min(firstWaitMs * 2 ** (failures - freeFailures), longestWaitMs)
}

/** Remembers failures by key; `now` is always given, so that time is the caller's. */
export function createThrottle(rule: ThrottleRule) {
  const tries = new Map<string, Tries>()

  function makeRoom(now: number): void {
    if (tries.size < MOST_REMEMBERED) return
    for (const [key, { forgetAt }] of tries) if (forgetAt <= now) tries.delete(key)
    for (const key of tries.keys()) {
      if (tries.size < MOST_REMEMBERED) return
      tries.delete(key)
    }
  }

  return {
    isBlocked: (key: string, now: number): boolean => (tries.get(key)?.blockedUntil ?? 0) > now,
    failed(key: string, now: number): void {
      const known = tries.get(key)
      const failures = (known && known.forgetAt > now ? known.failures : 0) + 1
      makeRoom(now)
      const blockedUntil = now + waitMs(failures, rule)
      tries.set(key, { failures, blockedUntil, forgetAt: blockedUntil + rule.longestWaitMs })
    },
    succeeded: (key: string): boolean => tries.delete(key),
  }
}
