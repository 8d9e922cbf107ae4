type Unit = 'minute' | 'hour' | 'day'
export type Span = { value: number; unit: Unit } | 'now'

const steps: readonly [Unit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const JUST_NOW_MS = 45_000

/** A span of time in its largest whole unit; under three quarters of a minute it is simply now. */
export function spanOf(ms: number): Span {
  for (const [unit, size] of steps) {
    if (ms >= size) return { value: Math.floor(ms / size), unit }
  }
  return ms < JUST_NOW_MS ? 'now' : { value: 1, unit: 'minute' }
}
