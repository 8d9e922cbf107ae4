import type { Decoded } from '@carewatch/devices/codec'

/** Of one frame what names no time, in its order, a millisecond apart: each is a fact of its own, and the last is the newest. */
export function spread(decoded: Decoded, moment: number): { decoded: Decoded; last: number } {
  let last = moment
  const counts = new Map<string, number>()
  const timed = <Fact extends { time: number }>(kind: string, fact: Fact): Fact => {
    if (fact.time !== moment) return fact
    const before = counts.get(kind) ?? 0
    counts.set(kind, before + 1)
    last = Math.max(last, moment + before)
    return before === 0 ? fact : { ...fact, time: moment + before }
  }
  const readings = decoded.readings.map((one) => timed(String(one.metric), one))
  const positions = decoded.positions.map((one) => timed('position', one))
  return last === moment ? { decoded, last } : { decoded: { ...decoded, readings, positions }, last }
}
