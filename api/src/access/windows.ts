/** Counts within a window of time, for each name apart, in this process. */
export function createWindows({ most, everyMs }: { most: number; everyMs: number }) {
  const windows = new Map<string, { count: number; ends: number }>()

  function openOf(name: string, now: number) {
    const known = windows.get(name)
    if (known && known.ends > now) return known
    const opened = { count: 0, ends: now + everyMs }
    windows.set(name, opened)
    return opened
  }

  return {
    /** In how many seconds there is room again; 0: now. */
    secondsToWait(name: string, now = Date.now()): number {
      const known = windows.get(name)
      if (!known || known.ends <= now || known.count < most) return 0
      return Math.max(1, Math.ceil((known.ends - now) / 1_000))
    },
    count(name: string, now = Date.now()): void {
      openOf(name, now).count++
    },
    forgetOld(now = Date.now()): void {
      for (const [name, { ends }] of windows) if (ends <= now) windows.delete(name)
    },
  }
}
