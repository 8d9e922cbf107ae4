import {
  bloodPressureHistory,
  heartRateHistory,
  sleepHistory,
  spo2History,
  stepsHistory,
  temperatureHistory,
} from '@carewatch/contracts/http/readings'
import type { MetricName } from '@carewatch/contracts/metrics'
import { call } from '../http/call.ts'
import type { Point } from './series.ts'
import type { Span } from './span.ts'

export type History = { points: Partial<Record<MetricName, readonly Point[]>>; spanMs: number }

const column = <Row extends { time: Date }, Name extends keyof Row>(rows: readonly Row[], name: Name) =>
  rows.flatMap((row) => {
    const value = row[name]
    return typeof value === 'number' ? [{ time: row.time, value }] : []
  })

/** Everything the graphs of one device show, asked for at once. */
export async function loadHistory(imei: string, { from, to }: Span): Promise<History> {
  const input = { params: { imei, time: from }, query: { to: to.toISOString() } }
  const [pulse, pressure, oxygen, steps, sleep, temperature] = await Promise.all([
    call(heartRateHistory, input),
    call(bloodPressureHistory, input),
    call(spo2History, input),
    call(stepsHistory, input),
    call(sleepHistory, input),
    call(temperatureHistory, input),
  ])
  return {
    spanMs: Math.max(pulse.spanMs, pressure.spanMs, oxygen.spanMs, steps.spanMs, temperature.spanMs),
    points: {
      heartRate: pulse.readings,
      systolic: column(pressure.readings, 'systolic'),
      diastolic: column(pressure.readings, 'diastolic'),
      spo2: oxygen.readings,
      steps: steps.readings,
      temperature: temperature.readings,
      sleepDeep: column(sleep.readings, 'deep'),
      sleepLight: column(sleep.readings, 'light'),
      sleepAwake: column(sleep.readings, 'awake'),
    },
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
