const FIRST_MS = 500
const LAST_MS = 15_000

/** Growing pauses with jitter, so that a thousand screens do not come back in the same instant. `chance` is 0 to 1. */
export const retryDelayMs = (retries: number, chance: number): number =>
  FIRST_MS + Math.min(FIRST_MS * 2 ** retries, LAST_MS - FIRST_MS) * chance
