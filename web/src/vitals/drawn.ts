import { reach, type Sides } from './bounds.ts'
import { gapAfterMs, type Point, withHoles } from './series.ts'
import { fractionOf, type Span } from './span.ts'

export const WIDTH = 700
export const HEIGHT = 76
/** More would only lie on one another on paper. */
const SLOTS = 700

type Frame = { span: Span; lines: readonly (readonly Point[])[]; limits: readonly Sides[] }

const extremesOf = (points: readonly Point[]): Point[] => {
  const [first] = points
  if (!first) return []
  const low = points.reduce((least, point) => (point.value < least.value ? point : least), first)
  const high = points.reduce((most, point) => (point.value > most.value ? point : most), first)
  return low === high ? [low] : [low, high].toSorted((a, b) => a.time.getTime() - b.time.getTime())
}

/** Of the points that would share a dot of paper, the lowest and the highest. */
export function thinned(points: readonly Point[], span: Span): Point[] {
  const slots = Object.groupBy(points, ({ time }) => Math.floor(fractionOf(time, span) * SLOTS))
  return Object.values(slots).flatMap((slot) => extremesOf(slot ?? []))
}

/** A graph on paper: lines with their gaps, the band that the limits allow, and the ends of the scale. */
export function drawn({ span, lines, limits }: Frame, expectedMs: number) {
  const values = lines.flat().map(({ value }) => value)
  const lowest = values.reduce<number | null>((low, value) => Math.min(low ?? value, value), null)
  const highest = values.reduce<number | null>((high, value) => Math.max(high ?? value, value), null)
  const [bottom, top] = reach(lowest, highest, limits)
  const x = (time: Date) => Math.round(fractionOf(time, span) * WIDTH * 10) / 10
  const y = (value: number) => Math.round(((top - value) / (top - bottom)) * HEIGHT * 10) / 10
  const paths = lines.map((points) => {
    const gapMs = gapAfterMs(points, expectedMs)
    let isBroken = true
    return withHoles(thinned(points, span), gapMs)
      .map(({ time, value }) => {
        if (value === null) {
          isBroken = true
          return ''
        }
        const letter = isBroken ? 'M' : 'L'
        isBroken = false
        return `${letter}${x(new Date(time))} ${y(value)}`
      })
      .join('')
  })
  return { paths, x, y, bottom, top }
}
