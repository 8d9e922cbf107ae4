import { history } from '@carewatch/contracts/http/readings'
import { graphs } from '@carewatch/contracts/measurements'
import type { MetricName } from '@carewatch/contracts/metrics'
import { call } from '../http/call.ts'
import type { Point } from './series.ts'
import type { Span } from './span.ts'

export type History = { points: Partial<Record<MetricName, readonly Point[]>>; spanMs: number }

type Row = { time: Date; [part: string]: Date | number }
const column = (rows: readonly Row[], part: string): Point[] =>
  rows.flatMap(({ time, [part]: value }) => (typeof value === 'number' ? [{ time, value }] : []))

/** Everything the graphs of one device show, asked for at once. */
export async function loadHistory(imei: string, { from, to }: Span): Promise<History> {
  const query = { to: to.toISOString() }
  const all = await Promise.all(
    graphs.map(async ({ path, parts, graph }) => {
      const answer = await call(history, { params: { imei, measurement: path, time: from }, query })
      const points = Object.entries(parts).map(
        ([part, name]) => [name, column(answer.readings, part)] as const,
      )
      // Nights stand apart from each other anyway.
      return { points, spanMs: graph === 'bars' ? 0 : answer.spanMs }
    }),
  )
  return {
    spanMs: Math.max(...all.map(({ spanMs }) => spanMs)),
    points: Object.fromEntries(all.flatMap(({ points }) => points)),
  }
}

const grafted = (coarse: readonly Point[], fine: readonly Point[], { from, to }: Span): Point[] => [
  ...coarse.filter(({ time }) => time < from),
  ...fine,
  ...coarse.filter(({ time }) => time > to),
]

/** A history in which one span is known more finely. */
export function refined(coarse: History, fine: History, span: Span): History {
  // Safe: the keys of the object itself.
  const names = Object.keys(coarse.points) as MetricName[]
  const points = Object.fromEntries(
    names.map((name) => [name, grafted(coarse.points[name] ?? [], fine.points[name] ?? [], span)]),
  )
  return { points, spanMs: fine.spanMs }
}
