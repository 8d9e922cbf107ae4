export const KEPT_PER_MINUTE = 30
/** Two kinds a minute, all day. */
export const KEPT_PER_DAY = 3_000

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** So many of each within a span of time, from whole one to whole one. */
export function createBound(spanMs: number, most: number) {
  const counts = new Map<string, number>()
  let span = 0
  return (key: string, at: number): boolean => {
    const now = Math.floor(at / spanMs)
    if (now !== span) counts.clear()
    span = now
    const count = counts.get(key) ?? 0
    if (count < most) counts.set(key, count + 1)
    return count < most
  }
}

/** Whether one more that a sender said in vain is kept. Alarms that nobody knows are counted for themselves: no noise takes their place. */
export function createKeptBounds() {
  const [inMinute, inDay] = [createBound(MINUTE, KEPT_PER_MINUTE), createBound(DAY, KEPT_PER_DAY)]
  return (sender: number, { at, isAlarm }: { at: number; isAlarm: boolean }): boolean => {
    const key = `${sender} ${isAlarm}`
    return inMinute(key, at) && inDay(key, at)
  }
}
