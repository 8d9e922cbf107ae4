import { NIGHT, type UsualDay } from '@carewatch/contracts/http/device-limits'
import type { LimitedMetric } from '@carewatch/contracts/metrics'
import type uPlot from 'uplot'
import type { Sides } from '../vitals/bounds.ts'
import { nightsIn } from '../vitals/nights.ts'
import { lengthOf, type Span } from '../vitals/span.ts'

const NIGHTS_UNTIL_MS = 31 * 86_400_000

export type Ink = {
  text: string
  line: string
  band: string
  night: string
  limit: string
  critical: string
  series: readonly string[]
}

export type Usual = NonNullable<UsualDay['metrics'][LimitedMetric]>

/** What lies under the lines. */
type Ground = {
  ink: Ink
  /** Whose days and nights they are. */
  zone: string
  /** Where nine of ten of the readings of other days lay; of a single line. */
  usual: Usual | null
}

const spanOf = (chart: uPlot): Span => ({
  from: new Date((chart.scales['x']?.min ?? 0) * 1000),
  to: new Date((chart.scales['x']?.max ?? 1) * 1000),
})

export function paintNights(chart: uPlot, { ink: { night }, zone }: Ground): void {
  const span = spanOf(chart)
  if (lengthOf(span) > NIGHTS_UNTIL_MS) return
  const { ctx, bbox } = chart
  const end = bbox.left + bbox.width
  const at = (time: Date) =>
    Math.min(end, Math.max(bbox.left, chart.valToPos(time.getTime() / 1000, 'x', true)))
  ctx.fillStyle = night
  for (const { from, to } of nightsIn(span, zone)) {
    ctx.fillRect(at(from), bbox.top, at(to) - at(from), bbox.height)
  }
}

/** By day and by night, as far as each is known. */
export function paintUsual(chart: uPlot, { usual, ink, zone }: Ground): void {
  const span = spanOf(chart)
  if (!usual || lengthOf(span) > NIGHTS_UNTIL_MS) return
  const { ctx, bbox } = chart
  const [end, bottom] = [bbox.left + bbox.width, bbox.top + bbox.height]
  const across = (time: Date) =>
    Math.min(end, Math.max(bbox.left, chart.valToPos(time.getTime() / 1000, 'x', true)))
  const up = (value: number) => Math.min(bottom, Math.max(bbox.top, chart.valToPos(value, 'y', true)))
  const paint = (part: Usual['day'], from: Date, to: Date) => {
    if (!part || to <= from) return
    const top = up(part.p95)
    ctx.fillRect(across(from), top, across(to) - across(from), up(part.p5) - top)
  }
  ctx.save()
  ctx.fillStyle = ink.text
  ctx.globalAlpha = 0.14
  let dawn = span.from
  for (const { from, to } of nightsIn(span, zone, NIGHT)) {
    paint(usual.day, dawn, from)
    paint(usual.night, from, to)
    dawn = to
  }
  paint(usual.day, dawn, span.to)
  ctx.restore()
}

const HATCH = 8
/** A moment is seen too. */
const LEAST_WIDTH = 4

/** What does not count is hatched: lines from corner to corner, which are seen without colours too. */
export function paintWorthless(chart: uPlot, spans: readonly Span[], ink: Ink): void {
  const { ctx, bbox } = chart
  const [end, step] = [bbox.left + bbox.width, HATCH * devicePixelRatio]
  const at = (time: Date) =>
    Math.min(end, Math.max(bbox.left, chart.valToPos(time.getTime() / 1000, 'x', true)))
  ctx.save()
  ctx.strokeStyle = ink.text
  ctx.globalAlpha = 0.45
  ctx.lineWidth = devicePixelRatio
  for (const { from, to } of spans) {
    const left = at(from)
    const width = Math.max(at(to) - left, LEAST_WIDTH * devicePixelRatio)
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, bbox.top, Math.min(width, end - left), bbox.height)
    ctx.clip()
    ctx.beginPath()
    for (let x = left - bbox.height; x < left + width; x += step) {
      ctx.moveTo(x, bbox.top + bbox.height)
      ctx.lineTo(x + bbox.height, bbox.top)
    }
    ctx.stroke()
    ctx.restore()
  }
  ctx.restore()
}

function strokeAcross({ ctx, bbox }: uPlot, y: number): void {
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
}

/** The edges of what is allowed and, where the graph reaches so far, of what is dangerous; of a single line also the band between them. */
export function paintLimits(chart: uPlot, limits: readonly Sides[], ink: Ink): void {
  const { ctx, bbox } = chart
  const end = bbox.top + bbox.height
  const at = (value: number) => Math.min(end, Math.max(bbox.top, chart.valToPos(value, 'y', true)))
  ctx.save()
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio])
  for (const [index, { low, high, criticalLow, criticalHigh }] of limits.entries()) {
    const top = high === null ? bbox.top : at(high)
    const bottom = low === null ? end : at(low)
    ctx.fillStyle = ink.band
    if (limits.length === 1) ctx.fillRect(bbox.left, top, bbox.width, Math.max(0, bottom - top))
    ctx.strokeStyle = limits.length === 1 ? ink.limit : (ink.series[index] ?? ink.limit)
    for (const edge of [high === null ? null : top, low === null ? null : bottom])
      if (edge !== null) strokeAcross(chart, edge)
    if (limits.length > 1) continue
    ctx.strokeStyle = ink.critical
    for (const bound of [criticalLow, criticalHigh]) {
      const edge = typeof bound === 'number' ? chart.valToPos(bound, 'y', true) : Number.NaN
      if (edge > bbox.top && edge < end) strokeAcross(chart, edge)
    }
  }
  ctx.restore()
}
