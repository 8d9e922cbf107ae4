import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import { type Sides, reach } from '../vitals/bounds.ts'
import type { Columns } from '../vitals/series.ts'
import type { Span } from '../vitals/span.ts'
import { watchPinch } from './gestures.ts'
import { type Ink, paintLimits, paintNights, paintUsual, paintWorthless, type Usual } from './paint.ts'

const AXIS_HEIGHT = 28
/** What stands left and right of the picture; the marks above it count on both. */
export const AXIS_WIDTH = 44
export const MARGIN = 18
const SYNC = 'monitoring'
const BESIDE = 'beside'
const DASH = [7, 5]
const FONT = "12px 'Rubik Variable', sans-serif"

type PlotOptions = {
  kind: 'line' | 'bars'
  labels: readonly string[]
  /** One for each line. */
  limits: readonly Sides[]
  /** Where nine of ten of the readings of other days lay; of a single line. */
  usual: Usual | null
  ink: Ink
  /** Whose days and nights they are. */
  zone: string
  tick: (at: Date, stepMs: number) => string
  figure: (value: number) => string
  /** Lines after these, dashed, on a scale of their own at the right. */
  beside: { labels: readonly string[]; figure: (value: number) => string } | null
  /** Called as the pointer moves: index of the point under it, or null. */
  point: (index: number | null) => void
  /** A part was dragged open; null: the whole again. */
  zoom: (span: Span | null) => void
  /** By two fingers or the wheel. */
  pinch: (around: Date, factor: number) => void
  click: (index: number) => void
}

export type Plot = {
  /** `worthless`: when what was measured does not count. */
  show: (data: Columns, span: Span, worthless: readonly Span[]) => void
  /** Puts the cursor of all graphs on one of its points. */
  pointAt: (index: number) => void
  /** To the room that its host has. */
  fit: () => void
  remove: () => void
}

const momentAt = (chart: uPlot, left: number): Date => new Date(chart.posToVal(left, 'x') * 1000)

const seriesOf = ({ kind, labels, ink }: PlotOptions): uPlot.Series[] =>
  labels.map((label, index) => {
    const stroke = ink.series[kind === 'bars' ? labels.length - 1 - index : index] ?? ink.text
    if (kind === 'line')
      return { label, stroke, width: 1.75, spanGaps: false, points: { size: 5, fill: stroke } }
    const paths = uPlot.paths.bars?.({ size: [0.6, 28], radius: 0.15 })
    return { label, stroke, fill: stroke, width: 0, points: { show: false }, ...(paths && { paths }) }
  })

const besideSeriesOf = ({ labels, beside, ink }: PlotOptions): uPlot.Series[] =>
  (beside?.labels ?? []).map((label, index) => {
    const stroke = ink.series[labels.length + index] ?? ink.text
    const points = { size: 5, stroke, fill: stroke }
    return { label, stroke, width: 1.75, dash: DASH, spanGaps: false, scale: BESIDE, points }
  })

function axesOf({ labels, ink, tick, figure, beside }: PlotOptions): uPlot.Axis[] {
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
      size: AXIS_WIDTH,
      grid: { stroke: ink.line, width: 1 },
      values: (_chart, splits) => splits.map((value) => figure(value)),
    },
    ...(beside
      ? [
          {
            ...shared,
            scale: BESIDE,
            side: 1 as const,
            // One line and its scale have one colour.
            ...(beside.labels.length === 1 && { stroke: ink.series[labels.length] ?? ink.text }),
            size: AXIS_WIDTH,
            grid: { show: false },
            values: (_chart: uPlot, splits: number[]) => splits.map((value) => beside.figure(value)),
          },
        ]
      : []),
  ]
}

const roomIn = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: Math.max(clientWidth, 100),
  height: Math.max(clientHeight, 100),
})

/** A part dragged open is not kept as a selection: the span that all graphs show changes instead. */
function openSelected(chart: uPlot, zoom: PlotOptions['zoom']): void {
  const { left, width } = chart.select
  if (width === 0) return
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  zoom({ from: momentAt(chart, left), to: momentAt(chart, left + width) })
}

const isShared = (type: string): boolean => type === 'mousemove' || type === 'mouseleave'

/** Browsers report a mouse that rests when the page moves under it; it must not take the cursor from the keys. */
function unlessStill(handle: (event: MouseEvent) => null): (event: MouseEvent) => null {
  let before = ''
  return (event) => {
    const place = `${event.clientX}/${event.clientY}`
    if (place === before) return null
    before = place
    return handle(event)
  }
}

const cursorOf = ({ zoom }: PlotOptions): uPlot.Cursor => ({
  sync: { key: SYNC, scales: ['x', null], filters: { pub: isShared } },
  y: false,
  points: { size: 8 },
  drag: { x: true, y: false, setScale: false },
  bind: {
    mousemove: (_self, _target, handle) => unlessStill(handle),
    dblclick: () => () => {
      zoom(null)
      return null
    },
  },
})

function hooksOf(options: PlotOptions, worthless: () => readonly Span[]): uPlot.Hooks.Arrays {
  const { limits, ink, point, zoom, pinch, click } = options
  const hasLimits = limits.some(({ low, high }) => low !== null || high !== null)
  return {
    drawClear: [
      (self) => {
        paintNights(self, options)
        if (hasLimits) paintLimits(self, limits, ink)
        paintUsual(self, options)
        paintWorthless(self, worthless(), ink)
      },
    ],
    setSelect: [(self) => openSelected(self, zoom)],
    setCursor: [({ cursor }) => point(cursor.idx ?? null)],
    ready: [
      (self) => {
        const { over } = self
        watchPinch(over, (at, factor) => pinch(momentAt(self, at * over.clientWidth), factor))
        over.addEventListener('click', () => {
          if (typeof self.cursor.idx === 'number') click(self.cursor.idx)
        })
      },
    ],
  }
}

/** One graph: made once, fed often. */
export function makePlot(host: HTMLElement, options: PlotOptions): Plot {
  let hatched: readonly Span[] = []
  const chart = new uPlot(
    {
      ...roomIn(host),
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), options.zone),
      legend: { show: false },
      padding: [6, options.beside ? 0 : MARGIN, 0, 0],
      cursor: cursorOf(options),
      scales: {
        y: { range: (_chart, low, high) => reach(options.kind === 'bars' ? 0 : low, high, options.limits) },
        ...(options.beside && { [BESIDE]: { range: (_chart, low, high) => reach(low, high, []) } }),
      },
      series: [{}, ...seriesOf(options), ...besideSeriesOf(options)],
      axes: axesOf(options),
      hooks: hooksOf(options, () => hatched),
    },
    [[], ...options.labels.map(() => []), ...(options.beside?.labels ?? []).map(() => [])],
    host,
  )
  let shown: Columns | null = null
  return {
    show: (data, { from, to }, worthless) => {
      const isOther = hatched !== worthless
      hatched = worthless
      if (data !== shown) chart.setData(data, false)
      shown = data
      chart.setScale('x', { min: from.getTime() / 1000, max: to.getTime() / 1000 })
      if (isOther) chart.redraw(false)
    },
    pointAt: (index) => {
      const time = chart.data[0][index]
      if (time === undefined) return
      for (const each of uPlot.sync(SYNC).plots) {
        each.setCursor({ left: Math.max(0, each.valToPos(time, 'x')), top: 1 })
      }
    },
    fit: () => chart.setSize(roomIn(host)),
    remove: () => chart.destroy(),
  }
}
