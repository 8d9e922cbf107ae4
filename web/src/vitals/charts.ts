import type { MetricName } from '@carewatch/contracts/metrics'

export type ChartPlan = {
  title: MetricName | 'bloodPressure' | 'sleep'
  metrics: readonly MetricName[]
  /** Bars stand on one another: the parts of a night. */
  kind: 'line' | 'bars'
}

export const charts: readonly ChartPlan[] = [
  { title: 'heartRate', metrics: ['heartRate'], kind: 'line' },
  { title: 'bloodPressure', metrics: ['systolic', 'diastolic'], kind: 'line' },
  { title: 'spo2', metrics: ['spo2'], kind: 'line' },
  { title: 'steps', metrics: ['steps'], kind: 'line' },
  { title: 'sleep', metrics: ['sleepDeep', 'sleepLight', 'sleepAwake'], kind: 'bars' },
  { title: 'temperature', metrics: ['temperature'], kind: 'line' },
]
