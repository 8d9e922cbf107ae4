import { Refusal } from '@carewatch/contracts/refusal'

const UNIQUE_VIOLATION = '23505'

/** Drizzle wraps the driver's error: the code stands in the cause. */
const isUniqueViolation = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return code === UNIQUE_VIOLATION || isUniqueViolation(cause)
}

/** The database decides what is taken; whoever comes second hears it as a conflict. */
export async function orConflict<Result>(key: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal('conflict', key) : error
  }
}
