import { z } from 'zod'

export type Metric = {
  /** How the metric is stored; never reused, never changed. */
  id: number
  unit: string
  decimals: number
  /** What a sensor can report of a living person; anything else is refused at the door. */
  range: { min: number; max: number }
  /** Zero is how devices say "not measured": such a value is dropped, not stored and not rejected. */
  zeroMeansAbsent: boolean
  /** Limits a device starts with when neither its settings nor its company say otherwise. */
  limits?: { low?: number; high?: number }
  /** How far back inside the limits a value must come before an alarm clears, in the metric's unit. */
  hysteresis?: number
}

/** Every number a device can measure. A new metric is one entry here and its name in each dictionary. */
export const metrics = {
  heartRate: {
    id: 1,
    unit: 'bpm',
    decimals: 0,
    range: { min: 20, max: 300 },
    zeroMeansAbsent: true,
    limits: { low: 50, high: 120 },
    hysteresis: 5,
  },
  systolic: {
    id: 2,
    unit: 'mmHg',
    decimals: 0,
    range: { min: 40, max: 300 },
    zeroMeansAbsent: true,
    limits: { low: 90, high: 160 },
    hysteresis: 5,
  },
  diastolic: {
    id: 3,
    unit: 'mmHg',
    decimals: 0,
    range: { min: 20, max: 200 },
    zeroMeansAbsent: true,
    limits: { low: 50, high: 100 },
    hysteresis: 5,
  },
  spo2: {
    id: 4,
    unit: '%',
    decimals: 0,
    range: { min: 50, max: 100 },
    zeroMeansAbsent: true,
    limits: { low: 92 },
    hysteresis: 1,
  },
  temperature: {
    id: 5,
    unit: '°C',
    decimals: 1,
    range: { min: 30, max: 43 },
    zeroMeansAbsent: true,
    limits: { low: 35, high: 38 },
    hysteresis: 0.2,
  },
  steps: { id: 6, unit: '', decimals: 0, range: { min: 0, max: 200_000 }, zeroMeansAbsent: false },
  sleepDeep: { id: 7, unit: 'min', decimals: 0, range: { min: 0, max: 1440 }, zeroMeansAbsent: false },
  sleepLight: { id: 8, unit: 'min', decimals: 0, range: { min: 0, max: 1440 }, zeroMeansAbsent: false },
  sleepAwake: { id: 9, unit: 'min', decimals: 0, range: { min: 0, max: 1440 }, zeroMeansAbsent: false },
  battery: { id: 10, unit: '%', decimals: 0, range: { min: 0, max: 100 }, zeroMeansAbsent: false },
  /** 1 on the wrist, 0 off it. */
  wearing: { id: 11, unit: '', decimals: 0, range: { min: 0, max: 1 }, zeroMeansAbsent: false },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics
export const metricNames = Object.keys(metrics) as MetricName[]
export const MetricName = z.enum(metricNames)
export const metric = (name: MetricName): Metric => metrics[name]

const namesById = new Map<number, MetricName>(metricNames.map((name) => [metrics[name].id, name]))
export const metricById = (id: number): MetricName | undefined => namesById.get(id)
export const isMetricName = (text: string): text is MetricName => Object.hasOwn(metrics, text)

type Metrics = typeof metrics
/** A metric that people set limits for. */
export type LimitedMetric = {
  [Name in MetricName]: Metrics[Name] extends { limits: object } ? Name : never
}[MetricName]
// Safe: the same condition as the type's.
export const limitedMetrics = metricNames.filter((name) => 'limits' in metrics[name]) as LimitedMetric[]
export const LimitedMetric = z.enum(limitedMetrics)
