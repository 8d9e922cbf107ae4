const AHEAD_MS = 5 * 60_000
/** Before this a watch has not set its clock since it was made. */
const UNSET_BEFORE = Date.UTC(2020, 0, 1)

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** A device's own time in milliseconds: ISO text with its zone, or epoch milliseconds. Absent, ahead of us or never set, it is the moment we heard of it; `undefined` when it cannot be read. */
export function readTime(
  given: unknown,
  receivedAt: number,
): { time: number | undefined; isSkewed: boolean } {
  if (given === undefined || given === null) return { time: receivedAt, isSkewed: false }
  const time = typeof given === 'number' ? given : typeof given === 'string' ? parseIso(given) : Number.NaN
  if (!Number.isFinite(time)) return { time: undefined, isSkewed: false }
  const isSkewed = time > receivedAt + AHEAD_MS || time < UNSET_BEFORE
  return { time: isSkewed ? receivedAt : Math.round(time), isSkewed }
}

const parseIso = (text: string): number => (ISO.test(text) ? Date.parse(text) : Number.NaN)
