export type Sides = {
  low: number | null
  high: number | null
  /** Beyond them a value is dangerous. */
  criticalLow?: number | null
  criticalHigh?: number | null
}

/** From where to where a graph reaches: all that was measured, their limits, and some air. */
export function reach(
  lowest: number | null,
  highest: number | null,
  limits: readonly Sides[],
): [number, number] {
  const values = [lowest, highest, ...limits.flatMap(({ low, high }) => [low, high])].filter(
    (value) => value !== null,
  )
  if (values.length === 0) return [0, 1]
  const bottom = Math.min(...values)
  const top = Math.max(...values)
  const air = Math.max((top - bottom) * 0.1, 0.5)
  return [bottom === 0 ? 0 : bottom - air, top + air]
}

/** On which side of its limits a value lies; null within them. */
export function sideOf(value: number | undefined, { low, high }: Sides): 'above' | 'below' | null {
  if (value === undefined) return null
  if (high !== null && value > high) return 'above'
  return low !== null && value < low ? 'below' : null
}
