import type { MetricName } from '@carewatch/contracts/metrics'

const DAY_MS = 86_400_000

type Tile = {
  title: MetricName | 'bloodPressure'
  metrics: readonly MetricName[]
  /** How often it is measured, where that is not as often as the device speaks. */
  everyMs?: number
  withMaximum?: boolean
}

export const tiles: readonly Tile[] = [
  { title: 'heartRate', metrics: ['heartRate'] },
  { title: 'bloodPressure', metrics: ['systolic', 'diastolic'], everyMs: 4 * 3_600_000 },
  { title: 'spo2', metrics: ['spo2'] },
  { title: 'steps', metrics: ['steps'] },
  { title: 'sleepDeep', metrics: ['sleepDeep'], everyMs: DAY_MS },
  { title: 'temperature', metrics: ['temperature'] },
  { title: 'battery', metrics: ['battery'], withMaximum: false },
]

type Sides = { low: number | null; high: number | null }

/** On which side of its limits a value lies; null within them. */
export function sideOf(value: number | undefined, { low, high }: Sides): 'above' | 'below' | null {
  if (value === undefined) return null
  if (high !== null && value > high) return 'above'
  return low !== null && value < low ? 'below' : null
}
