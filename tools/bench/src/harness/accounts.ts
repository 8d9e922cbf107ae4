import type { Account } from '../load/job.ts'

const MAKER = '35209911'

/** The devices of the bench: the same names and tokens for every side of a comparison. */
export const accountAt = (index: number): Account => {
  const serial = String(index).padStart(7, '0')
  return { username: `${MAKER}${serial}`, password: `bench-token-${serial}` }
}

export const accounts = (count: number, from = 0): Account[] =>
  Array.from({ length: count }, (_, index) => accountAt(from + index))
