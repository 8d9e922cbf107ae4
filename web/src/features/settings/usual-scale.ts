import type { UsualDay } from '@carewatch/contracts/http/device-limits'
import type { Bounds } from '@carewatch/contracts/limits'
import type { LimitedMetric } from '@carewatch/contracts/metrics'

type Usual = NonNullable<UsualDay['metrics'][LimitedMetric]>
type Spread = NonNullable<Usual['day']>

/** A picture's width in the metric's unit; `share`: how far along it a value lies, 0 to 1. */
export type Scale = { from: number; to: number; share: (value: number) => number }

const MARGIN = 0.08

/** As wide as the bounds and everything usual, with some room on both sides. */
export function scaleOf(bounds: Bounds, { day, night }: Usual): Scale {
  const values = [
    ...Object.values(bounds).filter((bound) => bound !== null),
    ...[day, night].flatMap((spread) => (spread ? [spread.p5, spread.p95] : [])),
  ]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = Math.max((high - low) * MARGIN, 1)
  const [from, to] = [low - room, high + room]
  return { from, to, share: (value) => Math.min(1, Math.max(0, (value - from) / (to - from))) }
}

export type Zone = { from: number; to: number; tone: 'inside' | 'high' | 'critical' }

/** What a value means, from the lowest to the highest; a bound that nobody set parts nothing. */
export function zonesOf({ criticalLow, low, high, criticalHigh }: Bounds, { from, to }: Scale): Zone[] {
  const lowest = low ?? criticalLow ?? from
  const highest = high ?? criticalHigh ?? to
  const zones: Zone[] = [
    { from, to: criticalLow ?? from, tone: 'critical' },
    { from: criticalLow ?? from, to: lowest, tone: 'high' },
    { from: lowest, to: highest, tone: 'inside' },
    { from: highest, to: criticalHigh ?? to, tone: 'high' },
    { from: criticalHigh ?? to, to, tone: 'critical' },
  ]
  return zones.filter((zone) => zone.to > zone.from)
}

/** Whether nine of ten lie inside the warning limits. */
export const isWithin = ({ p5, p95 }: Spread, { low, high }: Bounds): boolean =>
  (low === null || p5 >= low) && (high === null || p95 <= high)
