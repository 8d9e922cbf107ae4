/** One measured thing, what it may be held against, and what is asked of it. */
export type Figure = {
  name: string
  unit: string
  value: number
  /** Measured in the same run; `ratio` is ours against it. */
  limits: { name: string; value: number }[]
  target?: { least: number } | { most: number }
  note?: string
}

export const isMet = ({ value, target }: Figure): boolean | undefined => {
  if (!target) return undefined
  return 'least' in target ? value >= target.least : value <= target.most
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}

/** The value that this share of all lies at or below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
