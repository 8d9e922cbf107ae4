/** Answers for each thing this part needs whether it is there. */
export type Check = () => Promise<Record<string, boolean>> | Record<string, boolean>

const ANSWERS_WITHIN_MS = 2_000

/** Whether a question was answered in time: what hangs is as bad as what fails. */
export async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  const { promise, reject } = Promise.withResolvers<never>()
  const impatience = setTimeout(() => reject(new Error('no answer')), ANSWERS_WITHIN_MS)
  try {
    await Promise.race([ask(), promise])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(impatience)
  }
}

/** Ready is who has all it needs and is not on its way out. */
export function createHealth(check: Check) {
  let isDraining = false
  return {
    /** From now on not ready: whoever shares out the work looks elsewhere, while what was begun is finished. */
    drain: (): void => void (isDraining = true),
    /** That this process runs, asking nothing of anybody: what hangs or is cut off says it no more. */
    life: () => ({ live: true, ...(isDraining && { staying: false }) }),
    report: async (): Promise<{ isReady: boolean; needs: Record<string, boolean> }> => {
      const needs = { ...(await check()), ...(isDraining && { staying: false }) }
      return { isReady: Object.values(needs).every(Boolean), needs }
    },
  }
}
export type Health = ReturnType<typeof createHealth>
