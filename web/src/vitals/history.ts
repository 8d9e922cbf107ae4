import { history } from '@carewatch/contracts/http/readings'
import { wearerReadings } from '@carewatch/contracts/http/wearer-readings'
import { graphs } from '@carewatch/contracts/measurements'
import type { MetricName } from '@carewatch/contracts/metrics'
import { call } from '../http/call.ts'
import type { Point } from './series.ts'
import type { Span } from './span.ts'

export type History = {
  points: Partial<Record<MetricName, readonly Point[]>>
  spanMs: number
  /** Of each graph when what was measured is worthless: the watch was not on the wrist. */
  worthless: Readonly<Record<string, readonly Span[]>>
}

type Row = { time: Date; [part: string]: Date | number }
const column = (rows: readonly Row[], part: string): Point[] =>
  rows.flatMap(({ time, [part]: value }) => (typeof value === 'number' ? [{ time, value }] : []))

type Path = (typeof graphs)[number]['path']
type Answer = { readings: readonly Row[]; spanMs: number; worthless?: Span[] | undefined }

async function gathered(ask: (path: Path) => Promise<Answer>, of = graphs): Promise<History> {
  const all = await Promise.all(
    of.map(async ({ name, path, parts, graph }) => {
      const answer = await ask(path)
      const points = Object.entries(parts).map(
        ([part, metric]) => [metric, column(answer.readings, part)] as const,
      )
      // Nights stand apart from each other anyway.
      return {
        points,
        spanMs: graph === 'bars' ? 0 : answer.spanMs,
        worthless: [name, answer.worthless ?? []] as const,
      }
    }),
  )
  return {
    spanMs: Math.max(...all.map(({ spanMs }) => spanMs)),
    points: Object.fromEntries(all.flatMap(({ points }) => points)),
    worthless: Object.fromEntries(all.map(({ worthless }) => worthless)),
  }
}

/** Everything the graphs of one device show, asked for at once; `of`: these alone. */
export const loadHistory = (imei: string, { from, to }: Span, of = graphs): Promise<History> =>
  gathered(
    (measurement) =>
      call(history, { params: { imei, measurement, time: from }, query: { to: to.toISOString() } }),
    of,
  )

/** The same of a person, over everything they wore. */
export const loadWearerHistory = (uuid: string, { from, to }: Span, of = graphs): Promise<History> =>
  gathered(
    (measurement) => call(wearerReadings, { params: { uuid, measurement, time: from }, query: { to } }),
    of,
  )

const grafted = (coarse: readonly Point[], fine: readonly Point[], { from, to }: Span): Point[] => [
  ...coarse.filter(({ time }) => time < from),
  ...fine,
  ...coarse.filter(({ time }) => time > to),
]

function joinedSpans(spans: readonly Span[], more: readonly Span[] = []): Span[] {
  const known = new Set(spans.map(({ from }) => from.getTime()))
  return [...spans, ...more.filter(({ from }) => !known.has(from.getTime()))]
}

/** Whether what was measured at that moment is worthless. */
export const isWorthlessAt = (spans: readonly Span[], at: Date): boolean =>
  spans.some(({ from, to }) => at >= from && (at < to || at.getTime() === from.getTime()))

/** What counts: without what was measured while the watch was not on the wrist. */
export const counted = ({ points, worthless }: Pick<History, 'points' | 'worthless'>): History['points'] =>
  Object.fromEntries(
    graphs.flatMap(({ name, metrics }) =>
      metrics.map((metric) => [
        metric,
        (points[metric] ?? []).filter(({ time }) => !isWorthlessAt(worthless[name] ?? [], time)),
      ]),
    ),
  )

/** A history in which one span is known more finely. */
export function refined(coarse: History, fine: History, span: Span): History {
  // Safe: the keys of the object itself.
  const names = Object.keys(coarse.points) as MetricName[]
  const points = Object.fromEntries(
    names.map((name) => [name, grafted(coarse.points[name] ?? [], fine.points[name] ?? [], span)]),
  )
  const worthless = Object.fromEntries(
    Object.entries(coarse.worthless).map(([graph, spans]) => [
      graph,
      joinedSpans(spans, fine.worthless[graph]),
    ]),
  )
  return { points, spanMs: fine.spanMs, worthless }
}
