type Point = { time: Date; value: number }
type Limits = { low: number | null; high: number | null }
type Box = { width: number; height: number }
type Range = { low: number; high: number }

/** Hourly means: a pause longer than this is a gap and is drawn as one. */
const GAP_MS = 2 * 3_600_000

export type Sparkline = {
  path: string
  band: { y: number; height: number } | null
}

/** One scale for all lines of a picture: two lines on two scales would lie about each other. */
export const rangeOf = (lines: readonly (readonly Point[])[]): Range => {
  const values = lines.flat().map(({ value }) => value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const room = Math.max((high - low) * 0.12, 1)
  return { low: low - room, high: high + room }
}

/** The last day in one line; the band is what the limits allow. */
export function sparkline(points: readonly Point[], limits: Limits, frame: Box & Range): Sparkline {
  const { width, height, low, high } = frame
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return { path: '', band: null }
  const start = first.time.getTime()
  const span = Math.max(last.time.getTime() - start, 1)
  const x = (time: Date) => Math.round(((time.getTime() - start) / span) * (width - 6) + 3)
  const y = (value: number) => Math.round(((high - value) / (high - low)) * height)
  const path = points
    .map(({ time, value }, index) => {
      const before = points[index - 1]
      const isJump = !before || time.getTime() - before.time.getTime() > GAP_MS
      return `${isJump ? 'M' : 'L'}${x(time)} ${y(value)}`
    })
    .join('')
  const top = Math.max(0, limits.high === null ? 0 : y(limits.high))
  const bottom = Math.min(height, limits.low === null ? height : y(limits.low))
  const hasLimits = limits.low !== null || limits.high !== null
  return {
    path,
    band: hasLimits && bottom > top ? { y: top, height: bottom - top } : null,
  }
}
