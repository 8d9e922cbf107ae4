import type { WardPerson } from '@carewatch/contracts/http/ward'

type Points = WardPerson['pulse']
type Box = { width: number; height: number }

/** A pause longer than this, and than three of its usual intervals, is a gap. */
const GAP_LEAST_MS = 25 * 60_000

function gapOf(points: Points): number {
  const pauses = points.slice(1).map(([at], index) => at - (points[index]?.[0] ?? at))
  const median = pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 2)] ?? 0
  return Math.max(GAP_LEAST_MS, 3 * median)
}

/** The pulse from `from` to `to` as a path; where nothing was measured it breaks. */
export function pulsePath(points: Points, { from, to }: { from: number; to: number }, box: Box): string {
  const values = points.map(([, value]) => value)
  const low = Math.min(...values)
  const range = Math.max(Math.max(...values) - low, 20)
  const gap = gapOf(points)
  return points
    .map(([at, value], index) => {
      const before = points[index - 1]?.[0]
      const x = Math.round(((at - from) / (to - from)) * box.width)
      const y = Math.round((1 - (value - low) / range) * (box.height - 4) + 2)
      return `${before === undefined || at - before > gap ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}
