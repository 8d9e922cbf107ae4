export type Point = { readonly time: Date; readonly value: number }

const MOST_KEPT = 2_000

/** The points with one more, in order of time; a time that is there already keeps its newest value. */
export function withPoint(points: readonly Point[], point: Point): readonly Point[] {
  const at = point.time.getTime()
  const last = points.at(-1)
  if (!last || last.time.getTime() < at) return [...points.slice(1 - MOST_KEPT), point]
  const index = points.findLastIndex(({ time }) => time.getTime() <= at)
  const same = points[index]?.time.getTime() === at
  return points.toSpliced(same ? index : index + 1, same ? 1 : 0, point)
}
