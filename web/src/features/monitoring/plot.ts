import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import { type Sides, reach } from '../../vitals/bounds.ts'
import type { Columns } from '../../vitals/series.ts'

const AXIS_HEIGHT = 28
const FONT = "12px 'Rubik Variable', sans-serif"

export type Ink = { text: string; line: string; band: string; limit: string; series: readonly string[] }

type PlotOptions = {
  kind: 'line' | 'bars'
  labels: readonly string[]
  /** One for each line. */
  limits: readonly Sides[]
  ink: Ink
  tick: (at: Date, stepMs: number) => string
  figure: (value: number) => string
  /** Called as the pointer moves: index of the point under it, or null. */
  point: (index: number | null) => void
}

export type Plot = {
  show: (data: Columns, from: Date, to: Date) => void
  /** To the room that its host has. */
  fit: () => void
  remove: () => void
}

/** The edges of what is allowed; of a single line also the band between them. */
function paintLimits(chart: uPlot, limits: readonly Sides[], ink: Ink): void {
  const { ctx, bbox } = chart
  const end = bbox.top + bbox.height
  const at = (value: number) => Math.min(end, Math.max(bbox.top, chart.valToPos(value, 'y', true)))
  ctx.save()
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio])
  for (const [index, { low, high }] of limits.entries()) {
    const top = high === null ? bbox.top : at(high)
    const bottom = low === null ? end : at(low)
    ctx.fillStyle = ink.band
    if (limits.length === 1) ctx.fillRect(bbox.left, top, bbox.width, Math.max(0, bottom - top))
    ctx.strokeStyle = limits.length === 1 ? ink.limit : (ink.series[index] ?? ink.limit)
    for (const edge of [high === null ? null : top, low === null ? null : bottom]) {
      if (edge === null) continue
      ctx.beginPath()
      ctx.moveTo(bbox.left, edge)
      ctx.lineTo(bbox.left + bbox.width, edge)
      ctx.stroke()
    }
  }
  ctx.restore()
}

const seriesOf = ({ kind, labels, ink }: PlotOptions): uPlot.Series[] =>
  labels.map((label, index) => {
    const stroke = ink.series[kind === 'bars' ? labels.length - 1 - index : index] ?? ink.text
    if (kind === 'line')
      return { label, stroke, width: 1.75, spanGaps: false, points: { size: 5, fill: stroke } }
    const paths = uPlot.paths.bars?.({ size: [0.6, 28], radius: 0.15 })
    return { label, stroke, fill: stroke, width: 0, points: { show: false }, ...(paths && { paths }) }
  })

function axesOf({ ink, tick, figure }: PlotOptions): uPlot.Axis[] {
  const shared = { stroke: ink.text, font: FONT, ticks: { show: false } }
  return [
    {
      ...shared,
      size: AXIS_HEIGHT,
      space: 72,
      grid: { show: false },
      values: (...[, splits, , , step]) => splits.map((at) => tick(new Date(at * 1000), step * 1000)),
    },
    {
      ...shared,
      size: 44,
      grid: { stroke: ink.line, width: 1 },
      values: (_chart, splits) => splits.map((value) => figure(value)),
    },
  ]
}

const roomIn = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: Math.max(clientWidth, 100),
  height: Math.max(clientHeight, 100),
})

/** One graph: made once, fed often. Dragging zooms, a double click shows the whole range again. */
export function makePlot(host: HTMLElement, options: PlotOptions): Plot {
  let whole = { min: 0, max: 1 }
  let zoomed = false
  const hasLimits = options.limits.some(({ low, high }) => low !== null || high !== null)
  const chart = new uPlot(
    {
      ...roomIn(host),
      legend: { show: false },
      padding: [6, 18, 0, 0],
      cursor: {
        sync: { key: 'monitoring', scales: ['x', null] },
        y: false,
        points: { size: 8 },
        bind: {
          dblclick: (self) => () => {
            zoomed = false
            self.setScale('x', whole)
            return null
          },
        },
      },
      scales: {
        y: { range: (_chart, low, high) => reach(options.kind === 'bars' ? 0 : low, high, options.limits) },
      },
      series: [{}, ...seriesOf(options)],
      axes: axesOf(options),
      hooks: {
        drawClear: [
          (self) => {
            if (hasLimits) paintLimits(self, options.limits, options.ink)
          },
        ],
        setSelect: [() => (zoomed = true)],
        setCursor: [({ cursor }) => options.point(cursor.idx ?? null)],
      },
    },
    [[], ...options.labels.map(() => [])],
    host,
  )
  return {
    show: (data, from, to) => {
      whole = { min: from.getTime() / 1000, max: to.getTime() / 1000 }
      chart.setData(data, false)
      chart.setScale(
        'x',
        zoomed
          ? { min: chart.scales['x']?.min ?? whole.min, max: chart.scales['x']?.max ?? whole.max }
          : whole,
      )
    },
    fit: () => chart.setSize(roomIn(host)),
    remove: () => chart.destroy(),
  }
}
