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

export type History = { points: Partial<Record<MetricName, readonly Point[]>>; spanMs: number }

const column = <Row extends { time: Date }, Name extends keyof Row>(rows: readonly Row[], name: Name) =>
  rows.flatMap((row) => {
    const value = row[name]
    return typeof value === 'number' ? [{ time: row.time, value }] : []
  })

/** Everything the graphs of one device show, asked for at once. */
export async function loadHistory(imei: string, since: Date): Promise<History> {
  const input = { params: { imei, time: since }, query: {} }
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
