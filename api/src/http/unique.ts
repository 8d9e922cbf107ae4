import { Refusal } from '@carewatch/contracts/refusal'

/** A unique index or an exclusion constraint. */
const VIOLATIONS: readonly unknown[] = ['23505', '23P01']

/** Drizzle wraps the driver's error: the code stands in the cause. */
const isTaken = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return VIOLATIONS.includes(code) || isTaken(cause)
}

/** The database decides what is taken; whoever comes second hears it as a conflict. */
export async function orConflict<Result>(key: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isTaken(error) ? new Refusal('conflict', key) : error
  }
}
