/** What fails is tried again every two seconds at least. */
const WELL_AGAIN_MS = 5_000

/** Knows whether commits succeed: a database that answers may still keep nothing, because its disk is full. */
export function createCommitHealth(count: () => void, onError: (error: Error) => void) {
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    onRetry: (error: Error): void => {
      failedAt = performance.now()
      count()
      onError(error)
    },
    isStoring: (): boolean => performance.now() - failedAt > WELL_AGAIN_MS,
  }
}
