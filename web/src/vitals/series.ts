export type Point = { readonly time: Date; readonly value: number }
/** Seconds since 1970, then one list of values for each line; null is a hole in a line. */
export type Columns = [number[], ...(number | null)[][]]

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** A pause longer than this is a gap: twice what one may expect between two readings of this line. */
export function gapAfterMs(points: readonly Point[], expectedMs: number): number {
  const pauses = points
    .slice(1)
    .map(({ time }, index) => time.getTime() - (points[index]?.time.getTime() ?? 0))
  return 2 * Math.max(expectedMs, median(pauses.toSorted((a, b) => a - b)))
}

/** The points with a hole in the middle of each gap, so that no line claims to know what nobody measured. */
export function withHoles(points: readonly Point[], gapMs: number): { time: number; value: number | null }[] {
  return points.flatMap(({ time, value }, index) => {
    const at = time.getTime()
    const before = points[index - 1]?.time.getTime()
    const hole = before !== undefined && at - before > gapMs ? [{ time: (before + at) / 2, value: null }] : []
    return [...hole, { time: at, value }]
  })
}

/** What was loaded and what came live after it. */
export function joined(loaded: readonly Point[], live: readonly Point[]): readonly Point[] {
  const last = loaded.at(-1)
  const newer = last ? live.filter(({ time }) => time > last.time) : live
  return newer.length === 0 ? loaded : [...loaded, ...newer]
}

/** Several lines over one list of times, each with its own longest pause. Where a line has no point, the neighbour's value must not be invented: `undefined` keeps the line going, `null` breaks it. */
export function aligned(lines: readonly { points: readonly Point[]; gapMs: number }[]): Columns {
  const holed = lines.map(({ points, gapMs }) => withHoles(points, gapMs))
  const times = [...new Set(holed.flatMap((points) => points.map(({ time }) => time)))].toSorted(
    (a, b) => a - b,
  )
  const columns = holed.map((points) => {
    const byTime = new Map(points.map(({ time, value }) => [time, value]))
    // uPlot reads undefined as "no sample here", which its types cannot say.
    return times.map((time) => byTime.get(time) as number | null)
  })
  return [times.map((time) => time / 1000), ...columns]
}

/** Parts on top of one another, tallest first, as they must be painted. */
export function stacked([times, ...parts]: Columns): Columns {
  const totals = parts.map((_, part) =>
    times.map((_time, index) =>
      parts.slice(0, part + 1).reduce<number | null>((sum, each) => {
        const value = each[index]
        return value === null || value === undefined ? sum : (sum ?? 0) + value
      }, null),
    ),
  )
  return [times, ...totals.toReversed()]
}
