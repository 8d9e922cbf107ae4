import { history } from '@carewatch/contracts/http/readings'
import { wearerReadings } from '@carewatch/contracts/http/wearer-readings'
import { graphs } from '@carewatch/contracts/measurements'
import type { MetricName } from '@carewatch/contracts/metrics'
import { call } from '../http/call.ts'
import type { Point } from './series.ts'
import type { Span } from './span.ts'

export type History = { points: Partial<Record<MetricName, readonly Point[]>>; spanMs: number }

type Row = { time: Date; [part: string]: Date | number }
const column = (rows: readonly Row[], part: string): Point[] =>
  rows.flatMap(({ time, [part]: value }) => (typeof value === 'number' ? [{ time, value }] : []))

type Path = (typeof graphs)[number]['path']
type Answer = { readings: readonly Row[]; spanMs: number }

async function gathered(ask: (path: Path) => Promise<Answer>): Promise<History> {
  const all = await Promise.all(
    graphs.map(async ({ path, parts, graph }) => {
      const answer = await ask(path)
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

/** Everything the graphs of one device show, asked for at once. */
export const loadHistory = (imei: string, { from, to }: Span): Promise<History> =>
  gathered((measurement) =>
    call(history, { params: { imei, measurement, time: from }, query: { to: to.toISOString() } }),
  )

/** The same of a person, over everything they wore. */
export const loadWearerHistory = (uuid: string, { from, to }: Span): Promise<History> =>
  gathered((measurement) =>
    call(wearerReadings, { params: { uuid, measurement, time: from }, query: { to } }),
  )

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
